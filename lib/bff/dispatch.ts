import type { CallName } from '#contract/calls.ts'
import { findCall, methodsOf } from '#contract/find-call.ts'
import { paths } from '#contract/paths.ts'
import { readers } from '#contract/readers.ts'
import { sessions } from '#contract/sessions.ts'
import { stories } from '#contract/stories.ts'
import { subscriberFiles } from '#contract/subscriber-files.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import { textProcessing } from '#contract/text-processing.ts'
import { problem } from '#lib/http/problem.ts'
import { isPageForm } from '#lib/http/request.ts'
import { forward, type Handler, retryWithSession } from './forward.ts'
import { mailLink, openedOneClick, unsubscribeAtOnce } from './mail-link.ts'
import { answerPageForm, pageFormAt } from './page-forms.ts'
import { proxyEvents } from './proxy-events.ts'
import { proxyDownload, proxyPicture, proxySubscriberFile } from './proxy-file.ts'
import { currentUser, endingSession, logout } from './session-calls.ts'

/** The calls that are more than passed on. */
const exceptions: Partial<Record<CallName, Handler>> = {
  'GET /contents/:slug': retryWithSession(stories.bySlug),
  'GET /contents/slug/:slug': retryWithSession(stories.bySlugOnly),
  'POST /uploads': proxyPicture,
  'POST /newsletters/subscribers/import': proxySubscriberFile,
  'GET /newsletters/subscribers/export': proxyDownload(subscriberFiles.export),
  'GET /readers/stories/:id/csv': proxyDownload(readers.ofStoryAsCsv),
  'GET /readers/publications/:publication/csv': proxyDownload(readers.ofPublicationAsCsv),
  'POST /openai/text-processing': proxyEvents(textProcessing.process),
  'POST /users/logout': logout,
  'GET /users/current_user': currentUser,
  'DELETE /users/sessions': endingSession(sessions.endAll),
  'GET /newsletters/confirm/:uuid': mailLink(subscriptions.confirm, paths.confirmSubscription),
  'GET /newsletters/unsubscribe/:uuid': mailLink(subscriptions.unsubscribe, paths.unsubscribe),
  'POST /newsletters/unsubscribe/:uuid/one-click': unsubscribeAtOnce,
}

/**
 * Answers every address below `/api` but next-auth's: by the contract's table it finds the call that the product API has
 * there, and passes it on. A form of a page, sent without scripts, is answered by its page.
 */
export async function dispatch(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api(?=\/)/, '')
  const form = isPageForm(request) ? pageFormAt(path) : undefined
  return form ? answerPageForm(request, form, dispatch) : answerCall(request, path)
}

async function answerCall(request: Request, path: string): Promise<Response> {
  const found = findCall(request.method === 'HEAD' ? 'GET' : request.method, path)
  if (!found) return openedOneClick(request, path) ?? notFound(path, request.method)
  const { endpoint, params } = found
  const exception = exceptions[endpoint.call as CallName]
  return exception ? exception(request, params) : forward(endpoint, request, params)
}

function notFound(path: string, method: string): Response {
  // If only a form may use this method, everything else has the others.
  const methods = methodsOf(path).filter((each) => each !== method)
  if (methods.length === 0) return problem('not_found', 'There is no such call.')
  const refusal = problem('method_not_allowed', `This address answers ${methods.join(', ')}.`)
  refusal.headers.set('allow', [...methods, 'OPTIONS'].join(', '))
  return refusal
}
