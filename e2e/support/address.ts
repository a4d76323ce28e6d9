/** Where the site under test and its stand-ins listen; apart from the ports of a site under development. */
export const sitePort = 3210
export const apiPort = 4210
export const mailPort = 2210
export const googlePort = 9210
/** The port of the stand-in for a model's endpoint. */
export const openAiPort = 9310
export const siteUrl = `http://localhost:${sitePort}`
export const googleIssuer = `http://127.0.0.1:${googlePort}`
export const mailFolder = 'test-results/mail'
/** Emails are signed with a key of this run alone; the file has what its DNS record would say. */
export const dkim = { domain: 'bytewise.example', selector: 'tests', recordFile: 'test-results/dkim-record.txt' }
export const admin = { email: 'admin@bytewise.example', password: 'a lamp above the harbour' }
/** The code that `/send-newsletters` asks for. */
export const sendCode = 'a code for newsletters'
/** The code that `/add-book` asks for. */
export const bookCode = 'a code for books'
