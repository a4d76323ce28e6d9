import path from 'node:path'
import pg from 'pg'
import { temporaryFolder } from '#testing/children.ts'
import { connectionOf } from '#testing/databases.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { type Behaviour, type FaultySmtpServer, openFaultySmtpServer } from '#testing/faulty-smtp-server.ts'
import { type SendingProduct, startSendingProduct } from '#testing/sending-product.ts'
import { seedSubscribers } from '#testing/subscriptions.ts'
import { isThorough, printedRandom } from '#testing/thoroughness.ts'

const isNative = globalThis.testDatabase === 'native'
const recipients = isThorough ? 5_000 : isNative ? 900 : 300
/** A start on the embedded database takes twice the work. */
const kills = isThorough ? 10 : isNative ? 3 : 1
/** The default of `NEWSLETTER_CONNECTIONS`. */
const lanes = 10
/** So many recipients have processes of which each is killed soon after its first email. */
const recipientsOfMany = isThorough ? 1_000 : 150
const killsInARow = isThorough ? 12 : 2
/** Lists the values of `NEWSLETTER_UNCERTAIN` to kill under; the quick gate tries one, as each start of a program costs seconds. */
const uncertainModes = isThorough ? (['resend', 'leave'] as const) : isNative ? (['leave'] as const) : []
const folder = temporaryFolder()
const databaseUrl = isNative ? connectionOf('native').connectionString : undefined

let sink: FaultySmtpServer
let product: SendingProduct

/** The embedded database is in a folder of its own; of the native one other files' tests have left something. */
async function empty(): Promise<void> {
  if (!isNative) return
  const pool = new pg.Pool(connectionOf('native'))
  await emptyTables(pool)
  await pool.end()
}

beforeAll(empty)
afterEach(async () => {
  product?.stop()
  await sink?.close()
  await empty()
})

/**
 * Chooses by the number in the address. Answers that cost a minute until the next try come in the first half of thorough
 * runs alone: the ledger's own tests see them each time, with a clock that they set.
 */
function behaviourOf(address: string): Behaviour {
  const number = Number(/\d+/.exec(address)?.[0])
  if (number % 100 === 1) return 'refuses'
  if (number % 100 === 2) return 'late'
  const isTriedAgain = isThorough && sink.taken.length < recipients / 2
  if (isTriedAgain && number % 100 === 3) return 'puts off once'
  if (isTriedAgain && number % 100 === 4) return 'cut, taken'
  if (isTriedAgain && number % 100 === 5) return 'cut, lost'
  return 'takes'
}

/** Resolves when the sink has taken so many. */
const hasTaken = (count: number) =>
  new Promise<void>((resolve) => {
    const look = () => sink.taken.length >= count && resolve()
    sink.onTaken(look)
    look()
  })

async function disturb(): Promise<void> {
  const random = printedRandom('killed while sending')
  for (let kill = 1; kill <= kills; kill++) {
    await hasTaken(((kill - random()) * recipients * 0.98) / kills)
    await new Promise((resolve) => setTimeout(resolve, random() * 20))
    await product.kill()
    if (kill % 4 !== 2) continue
    await sink.leave()
    await new Promise((resolve) => setTimeout(resolve, 500))
    await sink.comeBack()
  }
}

test(`killed ${kills} times while it sends to ${recipients}, it loses no one unseen`, async () => {
  await seedSubscribers({ DATA_DIR: folder, DATABASE_URL: databaseUrl }, recipients)
  sink = await openFaultySmtpServer(behaviourOf)
  product = startSendingProduct({ folder, databaseUrl, smtpUrl: sink.url })
  const startedAt = performance.now()
  const id = await product.begin()
  await disturb()
  const { figures } = await product.over(id)

  const times = new Map<string, number>()
  for (const message of sink.taken) times.set(message, (times.get(message) ?? 0) + 1)
  const twice = [...times].filter(([, count]) => count > 1).map(([message]) => message)
  const unasked = twice.filter((message) => !sink.unheard.has(message))
  const refused = recipients / 100
  const lost = recipients - refused - times.size
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  process.stdout.write(
    `${globalThis.testDatabase}: ${recipients} recipients, ${kills} kills, ${seconds} s: ${times.size} got it, ` +
      `${refused} refused, ${lost} lost; twice: ${unasked.length} by kills, ${twice.length - unasked.length} of ` +
      `${sink.unheard.size} taken without an answer; ledger ${JSON.stringify(figures)}\n`,
  )
  // Two kills may hit one email, both before it was taken: in doubt, and said to be.
  expect(lost).toBeLessThanOrEqual(figures.uncertain)
  expect(unasked.length).toBeLessThanOrEqual(kills * lanes)
  expect(figures).toMatchObject({ recipients, bounced: refused, queued: 0, sending: 0, failed: 0, left_out: 0 })
  expect(figures.sent + figures.uncertain).toBe(recipients - refused)
}, 900_000)

/** Each process gets some emails out, fewer than it has taken from the ledger. */
async function killInARow(): Promise<void> {
  const random = printedRandom('killed in a row')
  for (let kill = 1; kill <= killsInARow; kill++) {
    await hasTaken(sink.taken.length + 1 + Math.floor(random() * 2 * lanes))
    await product.kill()
  }
}

for (const uncertain of uncertainModes) {
  test(`${killsInARow} processes in a row are killed soon after they begin: no one is lost or gets it a third time (${uncertain})`, async () => {
    const own = path.join(folder, uncertain)
    await seedSubscribers({ DATA_DIR: own, DATABASE_URL: databaseUrl }, recipientsOfMany)
    sink = await openFaultySmtpServer(() => 'takes')
    product = startSendingProduct({ folder: own, databaseUrl, smtpUrl: sink.url, uncertain })
    const id = await product.begin()
    await killInARow()
    const { figures } = await product.over(id)

    const times = new Map<string, number>()
    for (const message of sink.taken) times.set(message, (times.get(message) ?? 0) + 1)
    const copies = Math.max(...times.values())
    process.stdout.write(
      `${globalThis.testDatabase}, ${uncertain}: ${killsInARow} kills in a row: ${times.size} got it, ` +
        `${sink.taken.length - times.size} of them twice, at most ${copies} copies; ledger ${JSON.stringify(figures)}\n`,
    )
    // Killed between writing down that it begins and handing it over: in doubt, and said to be.
    expect(recipientsOfMany - times.size).toBeLessThanOrEqual(figures.uncertain)
    expect(copies).toBeLessThanOrEqual(uncertain === 'resend' ? 2 : 1)
    expect(sink.taken.length - times.size).toBeLessThanOrEqual(killsInARow * lanes)
    expect(figures).toMatchObject({ recipients: recipientsOfMany, queued: 0, sending: 0, failed: 0, left_out: 0 })
    expect(figures.sent + figures.uncertain).toBe(recipientsOfMany)
    expect(figures.uncertain).toBeLessThanOrEqual(killsInARow * lanes)
  }, 900_000)
}
