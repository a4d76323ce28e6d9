import type { Category } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscription-schemas.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, seeOther } from '#platform/http/endpoint.ts'
import { isDeliberateRequest } from '#platform/http/is-deliberate-request.ts'
import { invalidField } from '#platform/problem.ts'
import { countSubscribers, makeChallenge, subscribe } from '../subscribe.ts'
import * as linking from './confirm-and-unsubscribe.ts'
import { endSubscription, listSubscriptions, unfollowAuthor } from './my-subscriptions.ts'
import * as preferences from './preferences.ts'
import { describeSubscription } from './subscription.ts'

const messages = {
  subscribed: 'You’re subscribed.',
  // The same for every address, so that it reveals nothing.
  asked:
    'Almost done: please follow the link in the email we’ve just sent you. If it doesn’t arrive, this address is already subscribed, or was asked a short while ago or too often.',
  confirmed: 'Your subscription is confirmed.',
  unsubscribed: 'You have been unsubscribed.',
  unfollowed: 'You no longer follow this author.',
  // For an address that the account has not proven: it may not learn what else is sent there.
  takenBack:
    'We’ve taken back what you asked for here. What was subscribed without this account goes on: end it with the link in any of its emails, or confirm your address first.',
}

export function subscribeRoutes(api: Api): void {
  const page = (path: string) => seeOther(`${api.context.publicUrl}${path}`)

  endpoint(api, subscriptions.subscribe, async (ctx, call) => ({ message: messages[await subscribe(ctx, call.body)] }))
  endpoint(api, subscriptions.challenge, (ctx, { answer }) => {
    answer.set('cache-control', 'no-store')
    return makeChallenge(ctx)
  })
  endpoint(api, subscriptions.ofEmail, async (ctx, { params }) => {
    const rows = await listSubscriptions(ctx, params.email)
    return rows.map((row) => presentSubscription(row, ctx.categories))
  })
  // Before the links: `author` would match as a uuid.
  endpoint(api, subscriptions.unfollowAuthor, async (ctx, { body }) => {
    const ended = await unfollowAuthor(ctx, { author: whichAuthor(body), email: body.userEmail })
    return { message: ended === 'request' ? messages.takenBack : messages.unfollowed }
  })
  endpoint(api, subscriptions.end, async (ctx, { params, body }) => {
    const { category, following_publication, following_author } = body
    if (!category && !following_publication && !following_author)
      throw invalidField('category', 'Please say what to end.')
    const ended = await endSubscription(ctx, params.email, body)
    return { message: ended === 'request' ? messages.takenBack : messages.unsubscribed }
  })
  endpoint(api, subscriptions.link, (ctx, call) => linking.readLink(ctx, call.params.uuid))
  endpoint(api, subscriptions.confirm, async (ctx, call) => {
    if (!isDeliberateRequest(call)) return page(paths.confirmSubscription(call.params.uuid))
    await linking.confirm(ctx, call.params.uuid)
    return { message: messages.confirmed }
  })
  endpoint(api, subscriptions.unsubscribe, async (ctx, call) => {
    const scope = call.query.all === 'true' ? 'all' : call.query.scope
    if (!isDeliberateRequest(call)) return page(paths.unsubscribe(call.params.uuid, scope))
    await linking.unsubscribe(ctx, call.params.uuid, scope ?? 'one')
    return { message: messages.unsubscribed }
  })
  endpoint(api, subscriptions.unsubscribeAtOnce, async (ctx, { params, query }) => {
    await linking.unsubscribeAtOnce(ctx, params.uuid, query.scope ?? 'one')
    return { message: messages.unsubscribed }
  })
  endpoint(api, subscriptions.count, async (ctx) => ({ count: await countSubscribers(ctx, { confirmed: false }) }))
  endpoint(api, subscriptions.countConfirmed, async (ctx) => ({
    count: await countSubscribers(ctx, { confirmed: true }),
  }))
  endpoint(api, subscriptions.preferences, (ctx, { params }) => preferences.readPreferences(ctx, params.uuid))
  endpoint(api, subscriptions.changePreferences, (ctx, { params, body }) =>
    preferences.changePreferences(ctx, params.uuid, body),
  )
  endpoint(api, subscriptions.giveReason, async (ctx, { params, body }) => {
    await preferences.giveReason(ctx, params.uuid, body.reason)
    return { message: 'Thank you for telling us.' }
  })
  endpoint(api, subscriptions.undoEnd, (ctx, { params }) => preferences.undoEnd(ctx, params.uuid))
}

type WhichAuthor = { authorUuid?: string | null | undefined; authorEmail?: string | null | undefined }

function whichAuthor({ authorUuid, authorEmail }: WhichAuthor): string {
  const author = authorUuid || authorEmail
  if (author) return author
  throw invalidField('authorUuid', 'Please send authorUuid or authorEmail.')
}

type Row = Awaited<ReturnType<typeof listSubscriptions>>[number]

function presentSubscription(row: Row, categories: readonly Category[]): Subscription {
  return {
    uuid: row.uuid,
    email: row.email,
    about: describeSubscription(row, categories),
    category: row.category,
    frequency: row.frequency,
    following_publication: row.publicationSlug,
    following_author: row.authorId,
    author_name: row.authorName,
    confirmed: row.confirmedAt !== null,
  }
}
