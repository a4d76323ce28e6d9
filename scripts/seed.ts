import { parseArgs } from 'node:util'
import type { Context } from '#product-api/platform/context.ts'
import { type Database, openDatabase } from '#product-api/platform/db/client.ts'
import { fillLargeStore } from '#product-api/seed/large-store.ts'
import { seedStories } from '#product-api/seed/seed.ts'
import { readEnv } from '#product-api/start/env.ts'
import { openContext } from '#product-api/start/open-product.ts'
import { countStories } from '#product-api/stories/list-stories.ts'
import { runProgram } from '#runtime/run-program.ts'
import { repeatableRandom } from './seed/repeatable-random.ts'
import { fetchSpeeches } from './seed/speeches.ts'

const paragraphWords = 90

/**
 * `npm run seed`: inserts the stories of `product-api/seed` into an empty database. `-- --stories 100000` generates
 * that many from old speeches instead, for measurements. The environment selects the database; nothing else may use it
 * meanwhile.
 */
await runProgram(seed)

async function seed(): Promise<void> {
  const { values } = parseArgs({ options: { stories: { type: 'string' } } })
  const { stories } = values
  if (stories !== undefined && !/^[1-9]\d{0,8}$/.test(stories)) throw new Error('--stories takes a whole number from 1')
  const count = Number(stories ?? 0)
  const env = readEnv()
  const database = await openDatabase(env, {
    statementTimeoutMs: 0,
    onCrash: (reason) => {
      console.error(reason.message)
      process.exit(1)
    },
  })
  const { context, close } = await openContext(env, database, { works: false })
  try {
    const there = await countStories(context)
    if (there > 0)
      throw new Error(`The store has ${there} stories already: set DATA_DIR or DATABASE_URL to an empty one`)
    await fill(database, context, count)
  } finally {
    await close()
    await database.close()
  }
}

async function fill(database: Database, context: Context, count: number): Promise<void> {
  const start = performance.now()
  if (count === 0) await seedStories(context)
  else await fillLargeStore(database, { ...largeStore(count), productName: context.productName })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${await countStories(context)} stories in ${seconds} s (${database.kind} database)`)
}

function largeStore(count: number) {
  const onProgress = (done: number) => {
    if (done % 10_000 === 0) console.log(`${done} of ${count}`)
  }
  return { texts: fetchSpeeches().flatMap(paragraphsOf), count, random: repeatableRandom(2026), onProgress }
}

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = []
  let sentences: string[] = []
  let words = 0
  for (const sentence of text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]["”']?) (?=[A-Z"“])/)) {
    sentences.push(sentence)
    words += sentence.split(' ').length
    if (words < paragraphWords) continue
    paragraphs.push(sentences.join(' '))
    sentences = []
    words = 0
  }
  return paragraphs
}
