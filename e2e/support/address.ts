/** Where the site under test listens; apart from the ports of a site that is being worked on. */
export const sitePort = 3210
export const apiPort = 4210
export const siteUrl = `http://localhost:${sitePort}`
