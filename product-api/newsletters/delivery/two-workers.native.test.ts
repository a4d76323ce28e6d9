import pg from 'pg'
import { run, temporaryFolder } from '#testing/children.ts'
import { connectionOf } from '#testing/databases.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { openFaultySmtpServer } from '#testing/faulty-smtp-server.ts'
import { sendingEnv, startSendingProduct } from '#testing/sending-product.ts'
import { seedSubscribers } from '#testing/subscriptions.ts'

const recipients = 2_000
const lanes = 10
const folder = temporaryFolder()

const empty = async () => {
  const pool = new pg.Pool(connectionOf('native'))
  await emptyTables(pool)
  await pool.end()
}
// Another file's people are in it, or will be.
beforeAll(empty)
afterAll(empty)

test('of two worker processes one is killed: the other ends the send, and no recipient is lost', async () => {
  const databaseUrl = connectionOf('native').connectionString
  await seedSubscribers({ DATA_DIR: folder, DATABASE_URL: databaseUrl }, recipients)
  const sink = await openFaultySmtpServer(() => 'takes')
  const settings = { folder, databaseUrl, smtpUrl: sink.url, worker: 'off' as const }
  const product = startSendingProduct(settings)
  try {
    const env = { ...sendingEnv(settings), WORKER_PORT: '0' }
    const workers = [1, 2].map(() =>
      run('product-api/worker.ts', [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }),
    )
    const half = new Promise<void>((resolve) => {
      sink.onTaken(() => sink.taken.length >= recipients / 2 && resolve())
    })
    const id = await product.begin()
    await half
    workers[0]?.process.kill('SIGKILL')
    const { figures } = await product.over(id)
    const got = new Set(sink.taken)
    expect(got.size).toBe(recipients)
    expect(sink.taken.length - got.size).toBeLessThanOrEqual(lanes)
    expect(figures).toMatchObject({ recipients, sent: recipients, queued: 0, sending: 0 })
  } finally {
    product.stop()
    await sink.close()
  }
}, 120_000)
