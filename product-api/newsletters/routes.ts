import { newsletters } from '#contract/newsletters.ts'
import { paths } from '#contract/paths.ts'
import type { Context } from '../context.ts'
import type { Api } from '../http/api.ts'
import { type Call, endpoint, SeeOther } from '../http/endpoint.ts'
import { mayAct } from '../http/page-or-json.ts'
import { Problem } from '../problem.ts'
import * as linking from './link-service.ts'
import { listSubscriptions, unfollowAuthor } from './list-service.ts'
import { presentSubscription } from './present.ts'
import { countSubscribers, subscribe } from './service.ts'

const said = {
  subscribed: 'You are subscribed.',
  // The same for all: what is true of an address must not show.
  asked:
    'Almost done: please follow the link in the mail we have sent you. If none comes, the address gets this already, or was asked a short while ago.',
  confirmed: 'Your subscription is confirmed.',
  unsubscribed: 'You have been unsubscribed.',
  unfollowed: 'You no longer follow this author.',
}

export function newsletterRoutes(api: Api, { context }: { context: Context }): void {
  const as = ({ actor, caller }: Pick<Call, 'actor' | 'caller'>): Context => ({ ...context, actor, caller })
  const page = (path: string) => new SeeOther(`${context.publicUrl}${path}`)

  endpoint(api, newsletters.subscribe, async (call) => ({ message: said[await subscribe(as(call), call.body)] }))
  endpoint(api, newsletters.ofEmail, async (call) => {
    const { actor, params } = call
    const rows = await listSubscriptions({ ...as(call), actor }, params.email)
    return rows.map((row) => presentSubscription(row, context.productName))
  })
  // Before the links: `author` would be taken for the uuid of one.
  endpoint(api, newsletters.unfollowAuthor, async (call) => {
    const { actor, body } = call
    await unfollowAuthor({ ...as(call), actor }, { author: whichAuthor(body), email: body.userEmail })
    return { message: said.unfollowed }
  })
  endpoint(api, newsletters.link, (call) => linking.readLink(as(call), call.params.uuid))
  endpoint(api, newsletters.confirm, async (call) => {
    if (!mayAct(call)) return page(paths.confirmSubscription(call.params.uuid))
    await linking.confirm(as(call), call.params.uuid)
    return { message: said.confirmed }
  })
  endpoint(api, newsletters.unsubscribe, async (call) => {
    const all = call.query.all === 'true'
    if (!mayAct(call)) return page(`${paths.unsubscribe(call.params.uuid)}${all ? '?all=true' : ''}`)
    await linking.unsubscribe(as(call), call.params.uuid, { all })
    return { message: said.unsubscribed }
  })
  endpoint(api, newsletters.unsubscribeAtOnce, async (call) => {
    await linking.unsubscribeAtOnce(as(call), call.params.uuid)
    return { message: said.unsubscribed }
  })
  endpoint(api, newsletters.count, async () => ({ count: await countSubscribers(context, { confirmed: false }) }))
  endpoint(api, newsletters.countConfirmed, async () => ({
    count: await countSubscribers(context, { confirmed: true }),
  }))
}

type WhichAuthor = { authorUuid?: string | null; authorEmail?: string | null }

function whichAuthor({ authorUuid, authorEmail }: WhichAuthor): string {
  const author = authorUuid || authorEmail
  if (author) return author
  const fault = 'Which author? Send authorUuid or authorEmail.'
  throw new Problem('bad_request', { detail: fault, fields: { authorUuid: fault } })
}
