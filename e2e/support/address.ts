/** Which of the tests' processes this is. Each has a site of its own, with a database and stand-ins. */
const place = Number(process.env.TEST_PARALLEL_INDEX ?? 0)

/** Ports apart from those of a site under development. */
export const sitePortOf = (someplace: number) => 3210 + someplace
export const sitePort = sitePortOf(place)
export const apiPort = 4210 + place
export const mailPort = 2210 + place
export const googlePort = 9210 + place
/** The port of the stand-in for a model's endpoint. */
export const openAiPort = 9310 + place
export const siteUrl = `http://localhost:${sitePort}`
export const apiUrl = `http://127.0.0.1:${apiPort}`
export const googleIssuer = `http://127.0.0.1:${googlePort}`
/** The folder for everything that the site and its stand-ins write. */
export const siteFolder = `test-results/site-${place}`
/** The folder of a first start, with its stories and its administrator. Every site begins with a copy of it. */
export const storeFolder = 'test-results/store'
export const mailFolder = `${siteFolder}/mail`
/** Emails are signed with a key of this run alone; the file has what its DNS record would say. */
export const dkim = { domain: 'bytewise.example', selector: 'tests', recordFile: `${siteFolder}/dkim-record.txt` }
export const admin = { email: 'admin@bytewise.example', password: 'a lamp above the harbour' }
/** The code that `/send-newsletters` asks for. */
export const sendCode = 'a code for newsletters'
/** The code that `/add-book` asks for. */
export const bookCode = 'a code for books'

let portsTaken = 0

/** A port that no other test listens on, for what a test starts itself. */
export function ownPort(): number {
  portsTaken++
  return 11_000 + place * 1_000 + portsTaken
}
