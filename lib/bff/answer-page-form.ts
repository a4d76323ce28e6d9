import 'server-only'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { BodyFailure, readText } from '#lib/http/read-body.ts'
import { dedupeSubmission } from '#lib/no-script-forms/dedupe-submission.ts'
import { leadToAnswer } from '#lib/no-script-forms/form-answer.ts'
import { type Fields, foreignForm, isOwnForm, plainPage } from '#lib/no-script-forms/page-form.ts'
import type { PageForm } from './page-forms.ts'

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
    if (!(fault instanceof BodyFailure)) throw fault
    return plainPage(413, 'This is too much', 'The form is larger than anything that we ask for. Please shorten it.')
  }
  const fields = Object.fromEntries(new URLSearchParams(text))
  const form = formOf(fields)
  return dedupeSubmission(request, text, async () => {
    const typed = Object.fromEntries(form.typed.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
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
  { places, wrong, said: words = '', ...form }: PageForm,
  call: (request: Request) => Promise<Response>,
): Promise<Pick<FormAnswer, 'done' | 'failure'> & { headers: Headers }> {
  if (wrong) return { failure: { status: 400, message: '', fields: wrong, places }, headers: new Headers() }
  const response = await call(asCall(request, form))
  const said = (await response.json().catch(() => ({}))) as {
    message?: string
    code?: string | number
    fields?: Record<string, string>
  }
  const { status, ok, headers } = response
  const message = said.message ?? ''
  if (ok) return { done: message || words, headers }
  return { failure: { status, message, code: said.code, fields: said.fields, places }, headers }
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
