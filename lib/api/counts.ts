import { newsletters } from '#contract/newsletters.ts'
import { users } from '#contract/users.ts'
import { type CallAs, call } from './client.ts'

export type Counts = { users: number; subscribers: number; confirmedSubscribers: number }

/** The administrator's figures. @throws ApiFailure with status 403 for anyone else. */
export async function getCounts(as: CallAs): Promise<Counts> {
  const [accounts, subscribers, confirmed] = await Promise.all([
    call(users.count, {}, as),
    call(newsletters.count, {}, as),
    call(newsletters.countConfirmed, {}, as),
  ])
  return {
    users: accounts.body.count,
    subscribers: subscribers.body.count,
    confirmedSubscribers: confirmed.body.count,
  }
}
