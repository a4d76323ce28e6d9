import { newsletters, type Preferences, type SubscriptionLink } from '#contract/newsletters.ts'
import { call } from './client.ts'

/**
 * The subject of an email's link; changes nothing.
 * @throws ApiFailure with status 404 for a link that leads to nothing.
 */
export async function getSubscriptionLink(uuid: string): Promise<SubscriptionLink> {
  const { body } = await call(newsletters.link, { params: { uuid } }, {})
  return body
}

/**
 * The subscriptions of an address, by the link of any of its emails; changes nothing.
 * @throws ApiFailure with status 404 for a link that leads to nothing.
 */
export async function getPreferences(uuid: string): Promise<Preferences> {
  const { body } = await call(newsletters.preferences, { params: { uuid } }, {})
  return body
}
