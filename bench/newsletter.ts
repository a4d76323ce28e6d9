import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { percentilesOf } from './support/load.ts'
import { type MailSink, startMailSink } from './support/mail-sink.ts'
import { type NewStore, nativeDatabase, onBothEngines } from './support/native-server.ts'
import { type NewsletterProduct, startNewsletterProduct } from './support/newsletter-product.ts'
import type { Row } from './support/report.ts'
import { seedSubscribers } from './support/seed-subscribers.ts'

const recipients = 10_000
/** The HTML of a story of some 2,000 words. */
const storyBytes = 12_000
const storyCategory = 'book_summary'
const million = 1_000_000
const rounds = ['fiction', 'books', 'technology'] as const
const connections = 10

/**
 * Sends a newsletter to 10,000 with its ledger, in turns with nodemailer in a bare loop that sends the same emails to
 * the same mail server; without and with signatures.
 */
export const newsletter = () =>
  onBothEngines(async (store) => [
    ...(await compare({ ...store, dataDir: folder() }, false)),
    ...(await compare(await another(store), true)),
  ])

/** The same with a story of 12 KB that is emailed whole. */
export const newsletterStories = () =>
  onBothEngines(async (store) => [
    ...(await compare({ ...store, dataDir: folder() }, false, mailStories)),
    ...(await compare(await another(store), true, mailStories)),
  ])

type Mail = { subject: string; html: string; text: string }
/** The emails of a measurement: in each round one, and how its send begins. */
type MailRounds = {
  seed: (store: NewStore) => Promise<void>
  prepare: (product: NewsletterProduct, round: number) => Promise<{ mail: Mail; begin: () => Promise<unknown> }>
}

const mailDigests: MailRounds = {
  seed: (store) => seedSubscribers(store, recipients, rounds),
  prepare: async (product, round) => {
    const category = rounds[round] ?? 'fiction'
    return { mail: await product.preview(category), begin: () => product.begin(category) }
  },
}

const mailStories: MailRounds = {
  seed: (store) => seedSubscribers(store, recipients, [storyCategory], 'published'),
  prepare: async (product) => {
    const { id, mail } = await product.draft(storyCategory, storyBytes)
    return { mail, begin: () => product.publish(id) }
  },
}

async function compare(store: NewStore, isSigned: boolean, { seed, prepare } = mailDigests): Promise<Row[]> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const dkim = {
    domainName: 'bytewise.example',
    keySelector: 'news',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const settings = { DKIM_DOMAIN: dkim.domainName, DKIM_SELECTOR: dkim.keySelector, DKIM_PRIVATE_KEY: dkim.privateKey }
  await seed(store)
  const sink = await startMailSink()
  const product = await startNewsletterProduct(store, sink.url, {
    categories: rounds,
    settings: isSigned ? settings : undefined,
  })
  try {
    const ours: number[] = []
    const bare: number[] = []
    let bytes = 0
    for (const round of rounds.keys()) {
      const { mail, begin } = await prepare(product, round)
      const { subject, html, text } = mail
      bytes = Buffer.byteLength(html) + Buffer.byteLength(text)
      bare.push(await bareLoop(sink, { subject, html, text, ...(isSigned && { dkim }) }))
      await sink.reset()
      await begin()
      ours.push(await sink.rateOf(recipients))
    }
    const ratios = ours.map((rate, round) => rate / (bare[round] ?? 1))
    const signed = isSigned ? ', signed (RSA 2048)' : ''
    return [
      {
        what: `mails a second, ${(bytes / 1024).toFixed(1)} KB of HTML and text together${signed}`,
        result: listed(ours.map(Math.round)),
        target: '≥ 850',
      },
      {
        what: `against nodemailer in a bare loop (${listed(bare.map(Math.round))})${signed}`,
        result: listed(ratios.map((ratio) => ratio.toFixed(2))),
        target: '≥ 1.0',
      },
    ]
  } finally {
    await product.stop()
    sink.stop()
  }
}

async function bareLoop(sink: MailSink, mail: object): Promise<number> {
  const file = join(folder(), 'mail.json')
  writeFileSync(file, JSON.stringify(mail))
  await sink.reset()
  const args = ['bench/support/bare-mail-loop.ts', sink.url, file, String(recipients), String(connections)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  await once(child, 'exit')
  return sink.rateOf(recipients)
}

/** A million subscribers on native PostgreSQL: the cost of counting, of the snapshot and of memory. */
export async function newsletterMillion(): Promise<Row[]> {
  const native = await nativeDatabase('bytewise_bench_newsletter', { isFresh: true })
  if (!native) return [{ what: 'a million subscribers', result: 'no native PostgreSQL answers' }]
  const store = { dataDir: folder(), databaseUrl: native.url }
  await seedSubscribers(store, million, ['fiction'])
  const sink = await startMailSink()
  const product = await startNewsletterProduct(store, sink.url, { categories: ['fiction', 'books'] })
  try {
    const previewedAt = performance.now()
    await product.preview('fiction')
    const previewMs = performance.now() - previewedAt
    const memoryBefore = product.memoryMb()
    const { snapshotSeconds, reads, id } = await snapshot(product)
    const memory: number[] = []
    for (let tenth = 1; tenth <= 10; tenth++) {
      while ((await sink.taken()).mails < (million * tenth) / 10) await delay(100)
      memory.push(product.memoryMb())
    }
    const rate = await sink.rateOf(million)
    const { figures } = await product.report(id)
    const { p50, p95 } = percentilesOf(reads)
    return [
      { what: 'the preview of a send, count included', result: `${previewMs.toFixed(0)} ms` },
      { what: 'snapshot of the audience', result: `${snapshotSeconds.toFixed(1)} s`, target: '< 20 s' },
      { what: 'reading a story meanwhile', result: `p50 ${p50} / p95 ${p95} ms` },
      { what: 'mails a second, all of them', result: rate.toFixed(0), target: '≥ 850' },
      {
        what: 'memory of the process: before, and after each tenth, MB',
        result: listed([memoryBefore, ...memory]),
      },
      { what: 'sent, by the ledger', result: String(figures.sent), target: String(million) },
    ]
  } finally {
    await product.stop()
    sink.stop()
  }
}

async function snapshot(product: NewsletterProduct) {
  const startedAt = performance.now()
  const id = await product.begin('fiction')
  const reads: number[] = []
  for (;;) {
    reads.push(await product.readOnce())
    if ((await product.report(id)).state !== 'freezing') break
  }
  return { id, reads, snapshotSeconds: (performance.now() - startedAt) / 1_000 }
}

async function another({ databaseUrl }: NewStore): Promise<NewStore> {
  if (!databaseUrl) return { dataDir: folder() }
  const native = await nativeDatabase('bytewise_bench_signed', { isFresh: true })
  return { dataDir: folder(), ...(native && { databaseUrl: native.url }) }
}

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'bench-'))
}

function listed(values: readonly (string | number)[]): string {
  return values.join(', ')
}
