import { createHash } from 'node:crypto'
import type { Challenge, Subscription } from '#contract/newsletters.ts'
import { get, send } from './api.ts'

let clients = 0

/** From an address of its own each time, so that no limit of one client is met; `from` is one that is. */
export const subscribe = (body: object, as?: string, from = `198.18.${clients >> 8}.${clients++ % 256}`) =>
  send('POST', '/newsletters/subscribe', { body, as, headers: { 'x-forwarded-for': from } })

export const askForSubscriptions = async (email: string, as?: string) =>
  get(`/newsletters/subscriptions/${encodeURIComponent(email)}`, { as })

export const subscriptionsOf = async (email: string, as: string) =>
  (await (await askForSubscriptions(email, as)).json()) as Subscription[]

/** E.g. `books weekly`. */
export const categoriesOf = async (email: string, as: string) =>
  (await subscriptionsOf(email, as)).map(({ category, frequency }) => `${category} ${frequency}`)

/** Finds the number that a challenge asks for, as a browser does: the value of `altcha`. */
export function solve({ challenge, salt, maxnumber, ...rest }: Challenge): string {
  for (let number = 0; number <= maxnumber; number++) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue
    return Buffer.from(JSON.stringify({ ...rest, challenge, salt, number })).toString('base64')
  }
  throw new Error('A challenge without a solution')
}
