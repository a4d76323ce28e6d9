import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startMailSink } from './support/mail-sink.ts'
import { nativeDatabase } from './support/native-server.ts'
import { startNewsletterProduct } from './support/newsletter-product.ts'
import type { Row } from './support/report.ts'
import { seedSubscribers } from './support/seed-subscribers.ts'

const million = 1_000_000
const perSecond = 50
const minutes = Number(process.env.BENCH_MINUTES ?? 60)
/** The process is killed at least this often. */
const killedWithinMs = 180_000

/**
 * A send to a million at 50 a second on native PostgreSQL, while the process that sends is killed again and again; stopped
 * after an hour, or after `BENCH_MINUTES`.
 */
export async function newsletterRestarts(): Promise<Row[]> {
  const native = await nativeDatabase('bytewise_bench_restarts', { isFresh: true })
  if (!native) return [{ what: 'a slow send', result: 'no native PostgreSQL answers' }]
  const store = { dataDir: mkdtempSync(join(tmpdir(), 'bench-')), databaseUrl: native.url }
  await seedSubscribers(store, million, ['fiction'])
  const sink = await startMailSink({ looksAtEach: true })
  const settings = { NEWSLETTER_PER_SECOND: String(perSecond) }
  const product = await startNewsletterProduct(store, sink.url, { categories: ['fiction'], settings })
  try {
    const id = await product.begin('fiction')
    while ((await sink.taken()).mails === 0) await delay(100)
    const endsAt = Date.now() + minutes * 60_000
    let kills = 0
    for (;;) {
      const pause = Math.random() * killedWithinMs
      if (Date.now() + pause > endsAt) break
      await delay(pause)
      await product.kill()
      kills++
    }
    await delay(Math.max(0, endsAt - Date.now()))
    const memory = product.memoryMb()
    await product.control(id, 'pause')
    const { figures } = await product.settled(id)
    const { mails, distinct, mostInASecond, mostInTenSeconds } = await sink.taken()
    const { sent, uncertain, queued, recipients } = figures
    return [
      { what: 'minutes, and how often the process was killed', result: `${minutes}, ${kills}` },
      { what: 'mails, and to how many', result: `${mails}, ${distinct}` },
      { what: 'sent by the ledger, uncertain, still to be sent', result: `${sent}, ${uncertain}, ${queued}` },
      { what: 'said to be sent and never seen', result: String(Math.max(0, sent - distinct)), target: '0' },
      { what: 'recipients without a row', result: String(million - recipients), target: '0' },
      { what: 'most in a second, and in ten', result: `${mostInASecond}, ${mostInTenSeconds}` },
      { what: 'mails a second, all in all', result: (mails / (minutes * 60)).toFixed(1), target: `≤ ${perSecond}` },
      { what: 'memory of the last process', result: `${memory} MB` },
    ]
  } finally {
    await product.stop()
    sink.stop()
  }
}
