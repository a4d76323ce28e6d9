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
  asked: 'Almost done: please follow the link in the mail we have sent you.',
  confirmed: 'Your subscription is confirmed.',
  unsubscribed: 'You have been unsubscribed.',
  unfollowed: 'You no longer follow this author.',
}

export function newsletterRoutes(api: Api, { context }: { context: Context }): void {
  const as = ({ actor, caller }: Pick<Call, 'actor' | 'caller'>): Context => ({ ...context, actor, caller })
  const page = (path: string) => new SeeOther(`${context.publicUrl}${path}`)

  endpoint(api, newsletters.subscribe, async (call) => ({ message: said[await subscribe(as(call), call.body)] }))
  endpoint(api, newsletters.ofEmail, async (call) =>
    (await listSubscriptions(as(call), call.params.email)).map(presentSubscription),
  )
  // Before the links: `author` would be taken for the uuid of one.
  endpoint(api, newsletters.unfollowAuthor, async (call) => {
    await unfollowAuthor(as(call), { ...whichAuthor(call.body), email: call.body.userEmail })
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

function whichAuthor({ authorUuid, authorEmail }: { authorUuid?: string | null; authorEmail?: string | null }) {
  if (authorUuid) return { author: authorUuid, authorField: 'authorUuid' }
  if (authorEmail) return { author: authorEmail, authorField: 'authorEmail' }
  const fault = 'Which author? Send authorUuid or authorEmail.'
  throw new Problem('bad_request', { detail: fault, fields: { authorUuid: fault } })
}
