/** The longest search text, in characters; the search fields of pages that load no schema need it too. */
export const searchTextMost = 200
