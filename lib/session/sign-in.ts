import 'server-only'
import { paths } from '#contract/paths.ts'
import { type SignedIn, users } from '#contract/users.ts'
import { type CallAs, call } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { foreignForm } from '#lib/http/problem.ts'
import { isOwnForm, originOf } from '#lib/http/request.ts'
import { dedupeSubmission, leadToAnswer } from '#lib/no-script-forms/form-answer.ts'
import { site } from '#lib/site.ts'
import { callerOf } from './caller.ts'
import { beginSession } from './cookies.ts'
import { nextPath } from './next-path.ts'

/** `as.token` is the session that this browser had before: it ends with the new one. */
export async function signInWithPassword(input: { email: string; password: string }, as: CallAs): Promise<SignedIn> {
  return (await call(users.login, { body: input }, as)).body
}

/** Ends a session at the product API; one that is over already is as good. */
export async function signOut(as: CallAs): Promise<void> {
  try {
    await call(users.logout, {}, as)
  } catch (fault) {
    if (!(fault instanceof ApiFailure) || fault.status !== 401) throw fault
  }
}

/** The sentence for a person whose sign-in was refused. */
export function refusalOf(fault: unknown): string {
  if (!(fault instanceof ApiFailure)) return 'Invalid email or password.'
  if (fault.status === 400 && fault.fields) return 'Invalid email or password.'
  if (fault.code === 'unreachable' || fault.status >= 500)
    return 'Logging in is not possible right now. Please try again.'
  return fault.message
}

// A map: the looked-up name comes from an address, and `constructor` must not be an entry.
const notices = new Map(
  Object.entries({
    google_not_possible:
      'An account with this address exists already. Log in with your password and confirm your address first; then Google works too.',
    google_unavailable: 'Google sign-in is not set up on this site.',
    google_too_many_requests: 'Too many requests. Please try again later.',
    google_unreachable: 'Logging in is not possible right now. Please try again.',
    google_invalid_credentials: 'Google did not confirm this address, so we cannot log you in with it.',
    google_suspended: 'This account is suspended. If you have questions, please contact us.',
    AccessDenied: 'The login was cancelled.',
  }),
)

/** Google knows the person, but there is no account with their address, and the site's settings allow no new one. */
function noNewAccount(): string {
  const { sign_up, contact_email: contact } = site()
  const noAccount = 'There is no account with your Google address yet.'
  return sign_up === 'administrators'
    ? `${noAccount} New accounts can’t be created here at the moment. If you have a question, write to ${contact}.`
    : `${noAccount} Only invited people can create one here. If you would like an invitation, write to ${contact}.`
}

/** The log-in page's message about a failed sign-in elsewhere; the address names a reason and never a text. */
export function signInNotice(error: string | undefined): string | undefined {
  if (!error) return undefined
  if (error === 'google_forbidden') return noNewAccount()
  return notices.get(error) ?? 'That didn’t work. Please try again.'
}

/**
 * Signs in by the log-in page's form if it was sent without scripts. next-auth would ask for its CSRF token, which
 * takes a script to fetch; here the browser has to say that the form is ours, and one that says nothing is refused.
 */
export async function signInByForm(request: Request, fields: URLSearchParams): Promise<Response> {
  if (!isOwnForm(request)) return foreignForm()
  const email = fields.get('email') ?? ''
  const password = fields.get('password') ?? ''
  const next = nextPath(fields.get('next') ?? undefined)
  async function refuse(status: number, message: string, fields?: Record<string, string>) {
    const failure = { status, message, fields, places: ['email', 'password'] }
    const page = paths.login(next === paths.home ? undefined : next)
    return { response: await leadToAnswer(request, page, { failure, typed: { email } }), isDone: false }
  }
  return dedupeSubmission(request, JSON.stringify([email, password, next]), async () => {
    const missing = missingOf(email, password)
    if (missing) return refuse(400, '', missing)
    try {
      const signedIn = await signInWithPassword({ email, password }, await callerOf(request))
      const headers = { location: originOf(request) + next, 'cache-control': 'private, no-store' }
      const response = await beginSession(request, new Response(null, { status: 303, headers }), signedIn)
      return { response, isDone: true }
    } catch (fault) {
      if (!(fault instanceof ApiFailure)) throw fault
      const refusal = await refuse(fault.status, refusalOf(fault))
      if (fault.retryAfterSeconds) refusal.response.headers.set('retry-after', String(fault.retryAfterSeconds))
      return refusal
    }
  })
}

/** The same sentences as the page's script shows before it sends anything. */
function missingOf(email: string, password: string): Record<string, string> | undefined {
  if (email && password) return undefined
  return {
    ...(!email && { email: 'Please enter an email address.' }),
    ...(!password && { password: 'Please enter a password.' }),
  }
}
