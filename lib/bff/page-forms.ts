import 'server-only'
import { type FormAddress, findCall } from '#contract/find-call.ts'
import { followPath, paths, reportPath } from '#contract/paths.ts'
import type { ProblemBody } from '#contract/problems.ts'
import { endScopes } from '#contract/subscriptions.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { foreignForm, plainPage } from '#lib/http/problem.ts'
import { isOwnForm, readText } from '#lib/http/request.ts'
import { dedupeSubmission, leadToAnswer } from '#lib/no-script-forms/form-answer.ts'
import { nextPath } from '#lib/session/next-path.ts'

/** Our forms hold an address, a name, a password or a few choices. */
const mostBytes = 64 * 1024
/** The headers that say who asks and from where; the rest of a form's headers is about the form. */
const passed = ['cookie', 'origin', 'sec-fetch-site', 'user-agent']

/**
 * Answers a form that a browser has sent as a page. It makes the same call that a script would have made (the same
 * schema, the same check of the origin, the same limits), and the form's own page shows the answer.
 */
export async function answerPageForm(
  request: Request,
  formOf: (fields: Fields) => PageForm,
  call: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (!isOwnForm(request)) return foreignForm()
  let text: string
  try {
    text = await readText(request, mostBytes)
  } catch (fault) {
    if (!(fault instanceof ApiFailure)) throw fault
    return plainPage(413, 'This is too much', 'The form is larger than anything that we ask for. Please shorten it.')
  }
  const fields = Object.fromEntries(new URLSearchParams(text))
  const form = formOf(fields)
  return dedupeSubmission(request, text, async () => {
    const typed = Object.fromEntries((form.typed ?? []).flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
    const { headers, ...answer } = await answerOf(request, form, call)
    const response = await leadToAnswer(request, form.page, { ...answer, typed })
    for (const cookie of headers.getSetCookie()) response.headers.append('set-cookie', cookie)
    const wait = headers.get('retry-after')
    if (wait) response.headers.set('retry-after', wait)
    return { response, isDone: answer.done !== undefined }
  })
}

async function answerOf(
  request: Request,
  { places = [], wrong, said: words = '', ...form }: PageForm,
  call: (request: Request) => Promise<Response>,
): Promise<Pick<FormAnswer, 'done' | 'failure'> & { headers: Headers }> {
  if (wrong) return { failure: { status: 400, message: '', fields: wrong, places }, headers: new Headers() }
  const response = await call(asCall(request, form))
  const said = (await response.json().catch(() => ({}))) as Partial<ProblemBody>
  const { status, ok, headers } = response
  const { message = '', code, fields } = said
  if (ok) return { done: message || words, headers }
  return { failure: { status, message, code, fields, places }, headers }
}

function asCall(request: Request, { path, call: { method, query, body } }: Pick<PageForm, 'path' | 'call'>): Request {
  const headers = new Headers({ accept: 'application/json' })
  for (const name of passed) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (body !== undefined) headers.set('content-type', 'application/json')
  const search = query && Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''
  const { origin } = new URL(request.url)
  return new Request(`${origin}/api${path}${search}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** A form that works without scripts: the call that it makes, in a form's clothes. */
type PageForm = {
  /** Its target, below `/api`. */
  path: string
  call: { method: 'GET' | 'POST' | 'PUT'; query?: Record<string, string>; body?: unknown }
  /** The page that contains it, which shows the result. */
  page: string
  /** The fields that can show a fault of their own, in order. */
  places?: readonly string[]
  /** The fields that may be shown again; never a password. */
  typed?: readonly string[]
  /** The success message if the call's answer has none. */
  said?: string
  /** The faults that the page's script would find before it calls. */
  wrong?: Record<string, string>
}

type Fields = Record<string, string>
type Make = (fields: Fields, params: Record<string, string>) => Omit<PageForm, 'path'>

/** Precedes the uuid of a subscription in the name of its frequency field. */
const frequencyOf = 'frequency-'

const forms: Record<FormAddress, Make> = {
  '/users/signup': ({ name, email, password, invitation, next }) => ({
    call: { method: 'POST', body: { name, email, password, ...(invitation && { invitation }) } },
    page: invitation ? paths.signupWithInvitation(invitation.slice(0, 200), wanted(next)) : paths.signup(wanted(next)),
    places: ['name', 'email', 'password'],
    typed: ['name', 'email'],
  }),
  '/users/forget-password': ({ email, next }) => ({
    call: { method: 'POST', body: { email } },
    page: wanted(next) ? paths.forgotPasswordBefore(nextPath(next)) : paths.forgotPassword,
    places: ['email'],
    typed: ['email'],
  }),
  '/users/reset-password': ({ password, confirmed, token = '' }) => ({
    call: { method: 'POST', body: { password, token } },
    page: paths.resetPassword(token.slice(0, 200)),
    places: ['password', 'confirmed'],
    ...(password !== confirmed && { wrong: { confirmed: 'Passwords do not match.' } }),
  }),
  '/users/confirm-email': ({ token = '' }) => ({
    call: { method: 'POST', body: { token } },
    page: paths.confirmEmail(token.slice(0, 200)),
  }),
  '/newsletters/subscribe': ({ email, category, frequency, following_publication, following_author, ...rest }) => ({
    call: {
      method: 'POST',
      body: {
        ...{ email, category, frequency, following_publication, following_author },
        ...{ asked_on: rest.asked_on, website: rest.website },
      },
    },
    page: following_author ? followPath(following_author) : paths.subscribeTo(following_publication),
    places: ['email'],
    typed: ['email', 'category', 'frequency', 'asked_on'],
  }),
  '/newsletters/confirm/:uuid': (_, { uuid = '' }) => ({
    call: { method: 'GET' },
    page: paths.confirmSubscription(uuid),
  }),
  '/newsletters/unsubscribe/:uuid': ({ all, scope }, { uuid = '' }) => {
    const known = endScopes.find((each) => each === scope)
    const ends = all ? 'all' : known === 'digests' ? known : undefined
    return {
      call: { method: 'GET', query: ends === 'all' ? { all: 'true' } : ends ? { scope: ends } : {} },
      page: paths.unsubscribe(uuid, known),
      typed: ['all'],
    }
  },
  '/newsletters/preferences/:uuid': ({ paused, ...chosen }, { uuid = '' }) => {
    const subscriptions = Object.entries(chosen)
      .filter(([name]) => name.startsWith(frequencyOf))
      .map(([name, frequency]) => ({ uuid: name.slice(frequencyOf.length), frequency }))
    return {
      call: { method: 'PUT', body: { subscriptions, ...(paused !== undefined && { paused: paused === 'true' }) } },
      page: paths.preferences(uuid),
      said: 'Saved.',
    }
  },
  '/contents/:id/report': ({ reason, note }, { id = '' }) => ({
    call: { method: 'POST', body: { reason, note } },
    page: reportPath(id),
    places: ['note'],
    typed: ['reason', 'note'],
  }),
}

/** The form that is sent to this path (below `/api`, still percent-encoded), filled in; undefined if there is none. */
export function pageFormAt(path: string): ((fields: Fields) => PageForm) | undefined {
  for (const method of ['POST', 'GET', 'PUT']) {
    const found = findCall(method, path)
    const form = found && forms[found.endpoint.path as FormAddress]
    if (form) return (fields) => ({ path, ...form(fields, found.params) })
  }
  return undefined
}

/** The page that the person wants after signing in, except home, which is the default. */
function wanted(next: string | undefined): string | undefined {
  const path = nextPath(next)
  return path === paths.home ? undefined : path
}
