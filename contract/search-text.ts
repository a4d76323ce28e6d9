/** How many characters one can search for; the search fields of pages that load no schema need it too. */
export const searchTextMost = 200
