import type { Subscription } from '#contract/newsletters.ts'
import { get, send } from './api.ts'

export const subscribe = (body: object, as?: string) => send('POST', '/newsletters/subscribe', { body, as })

export const askForSubscriptions = async (email: string, as?: string) =>
  get(`/newsletters/subscriptions/${encodeURIComponent(email)}`, { as })

export const subscriptionsOf = async (email: string, as: string) =>
  (await (await askForSubscriptions(email, as)).json()) as Subscription[]

/** E.g. `books weekly`. */
export const categoriesOf = async (email: string, as: string) =>
  (await subscriptionsOf(email, as)).map(({ category, frequency }) => `${category} ${frequency}`)
