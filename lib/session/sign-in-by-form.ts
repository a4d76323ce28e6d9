import 'server-only'
import { paths } from '#contract/paths.ts'
import type { SignedIn } from '#contract/users.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { originOf } from '#lib/http/cross-origin.ts'
import { dedupeSubmission } from '#lib/no-script-forms/dedupe-submission.ts'
import { leadToAnswer } from '#lib/no-script-forms/form-answer.ts'
import { foreignForm, isOwnForm } from '#lib/no-script-forms/page-form.ts'
import { callerOf } from './caller.ts'
import { beginSessionCookies, sealSession } from './cookies.ts'
import { nextPath } from './next-path.ts'
import { refusalOf, signInWithPassword } from './sign-in.ts'

/**
 * Signs in by the log-in page's form if it was sent without scripts. next-auth would ask for its CSRF token, which
 * takes a script to fetch; here the browser has to say that the form is ours, and one that says nothing is refused.
 */
export async function signInByForm(request: Request, fields: URLSearchParams): Promise<Response> {
  if (!isOwnForm(request)) return foreignForm()
  const email = fields.get('email') ?? ''
  const password = fields.get('password') ?? ''
  const next = nextPath(fields.get('next') ?? undefined)
  return dedupeSubmission(request, JSON.stringify([email, password, next]), async () => {
    const missing = missingOf(email, password)
    if (missing)
      return { response: await refuse(request, { email, next, status: 400, fields: missing }), isDone: false }
    try {
      const signedIn = await signInWithPassword({ email, password }, await callerOf(request))
      return { response: await enter(request, signedIn, next), isDone: true }
    } catch (fault) {
      if (!(fault instanceof ApiFailure)) throw fault
      const response = await refuse(request, { email, next, status: fault.status, message: refusalOf(fault) })
      if (fault.retryAfterSeconds) response.headers.set('retry-after', String(fault.retryAfterSeconds))
      return { response, isDone: false }
    }
  })
}

async function enter(request: Request, signedIn: SignedIn, next: string): Promise<Response> {
  const response = new Response(null, {
    status: 303,
    headers: { location: originOf(request) + next, 'cache-control': 'private, no-store' },
  })
  const cookies = beginSessionCookies(
    await sealSession(signedIn),
    signedIn.known_browser,
    request.headers.get('cookie'),
  )
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

type Refusal = { email: string; next: string; status: number; message?: string; fields?: Record<string, string> }

function refuse(request: Request, { email, next, status, message = '', fields }: Refusal): Promise<Response> {
  return leadToAnswer(request, paths.login(next === paths.home ? undefined : next), {
    failure: { status, message, fields, places: ['email', 'password'] },
    typed: { email },
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
