/** A link alone under a form or on a line of its own. */
export const lineLink = 'inline-flex min-h-11 items-center text-ui text-link underline underline-offset-2'
