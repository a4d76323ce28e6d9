import { createHash } from 'node:crypto'
import type { Challenge, Subscription } from '#contract/subscription-schemas.ts'
import { openDatabase } from '#platform/db/client.ts'
import { get, send } from './api.ts'

let clients = 0

/** Subscribes, each time from another IP address to stay within the limits; `from`: a fixed one. */
export const subscribe = (body: object, as?: string, from = `198.18.${clients >> 8}.${clients++ % 256}`) =>
  send('POST', '/newsletters/subscribe', { body, as, headers: { 'x-forwarded-for': from } })

export const askForSubscriptions = async (email: string, as?: string) =>
  get(`/newsletters/subscriptions/${encodeURIComponent(email)}`, { as })

export const subscriptionsOf = async (email: string, as: string) =>
  (await (await askForSubscriptions(email, as)).json()) as Subscription[]

/** E.g. `books weekly`. */
export const categoriesOf = async (email: string, as: string) =>
  (await subscriptionsOf(email, as)).map(({ category, frequency }) => `${category} ${frequency}`)

/** Solves a proof-of-work challenge like a browser: the value of `altcha`. */
export function solve({ challenge, salt, maxnumber, ...rest }: Challenge): string {
  for (let number = 0; number <= maxnumber; number++) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue
    return Buffer.from(JSON.stringify({ ...rest, challenge, salt, number })).toString('base64')
  }
  throw new Error('A challenge without a solution')
}

/**
 * Inserts confirmed weekly subscribers of fiction, `r1@y.test` and so on, into a database that is not open elsewhere.
 */
export async function seedSubscribers(
  env: { DATABASE_URL?: string | undefined; DATA_DIR: string },
  count: number,
): Promise<void> {
  const database = await openDatabase(env, {
    onCrash: (reason) => {
      throw reason
    },
    statementTimeoutMs: 10 * 60_000,
  })
  try {
    const long = "now() - interval '40 days'"
    await database.pool.query(
      `insert into subscribers (id, email, created_at, welcomed_at)
       select gen_random_uuid(), 'r' || n || '@y.test', ${long}, ${long} from generate_series(1, $1::int) as n`,
      [count],
    )
    await database.pool.query(
      `insert into subscriptions (id, uuid, subscriber_id, category, frequency, asked_at, confirmed_at, created_at)
       select gen_random_uuid(), gen_random_uuid(), id, 'fiction', 'weekly', ${long}, ${long}, ${long} from subscribers`,
    )
  } finally {
    await database.close()
  }
}
