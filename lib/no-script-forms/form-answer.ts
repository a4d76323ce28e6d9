import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { cookies } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { cache } from 'react'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { webEnv } from '#lib/env.ts'
import { originOf } from '#lib/http/request.ts'
import { answerWith, type PageStatus, renderContext } from '#lib/renderer/render-context.ts'

const formAnswerName = 'form_answer'
const maxAgeSeconds = 10 * 60
/** Keeps these cookies apart from sessions, which have the same secret. */
const salt = 'form answer'
const typedMost = 300
const messageMost = 500
/** A browser drops a cookie larger than 4,096 bytes with its name and attributes. */
const cookieMost = 3_600

/** The query parameter by which a page knows that an answer is for it. */
const answerParameter = 'answer'

/**
 * Redirects to a form's page, which shows the answer. A cookie that only we can read or write carries it: the address
 * has a mark and no text, so no link can put words on our page, and nothing personal gets into histories and logs.
 */
export async function leadToAnswer(request: Request, page: string, answer: FormAnswer): Promise<Response> {
  const mark = randomBytes(6).toString('base64url')
  const short = shortened(answer)
  const whole = await sealed(mark, short)
  const value = whole.length <= cookieMost ? whole : await sealed(mark, { ...short, typed: {} })
  const [path = '/'] = page.split('?', 1)
  const location = `${originOf(request)}${page}${page.includes('?') ? '&' : '?'}${answerParameter}=${mark}`
  const secure = webEnv().PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
  // Only the page that shows it gets it.
  const cookie = `${formAnswerName}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}; HttpOnly`
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store', 'set-cookie': cookie } })
}

/** The answer in a cookie, if it belongs to this mark. */
export async function openAnswer(cookie: string, mark: string): Promise<FormAnswer | undefined> {
  const kept = await decode({ token: cookie, secret: webEnv().NEXTAUTH_SECRET ?? '', salt }).catch(() => null)
  return kept?.mark === mark ? (kept.answer as FormAnswer) : undefined
}

function sealed(mark: string, answer: FormAnswer): Promise<string> {
  return encode({ token: { mark, answer }, secret: webEnv().NEXTAUTH_SECRET ?? '', salt, maxAge: maxAgeSeconds })
}

function shortened({ done, failure, typed }: FormAnswer): FormAnswer {
  return {
    ...(done !== undefined && { done: done.slice(0, messageMost) }),
    ...(failure && { failure: { ...failure, message: failure.message.slice(0, messageMost) } }),
    typed: Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.slice(0, typedMost)])),
  }
}

/**
 * The server's answer to the form of this page, if it was sent without scripts; the page then also has the status of a
 * failure. It can be shown again, as by a reload, for as long as the cookie lasts.
 */
export async function readFormAnswer(query: Record<string, string | string[] | undefined>) {
  const mark = query[answerParameter]
  return typeof mark === 'string' ? answerOf(mark) : undefined
}

const answerOf = cache(async (mark: string): Promise<FormAnswer | undefined> => {
  const cookie = (await cookies()).get(formAnswerName)?.value
  const answer = cookie ? await openAnswer(cookie, mark) : undefined
  if (answer?.failure) answerWith(statusOf(answer.failure.status))
  return answer
})

/** Another status of the product API's says no more to a reader than these do. */
function statusOf(status: number): PageStatus {
  const known = ([400, 401, 403, 404, 409, 429] as const).find((each) => each === status)
  return known ?? (status >= 500 ? 503 : 400)
}

type Answer = { response: Response; isDone: boolean }

const keptMs = 10_000
const mostKept = 1_000
const sent = new Map<string, Promise<Answer>>()

/**
 * A button that is pressed twice sends a form twice, and the browser shows the second answer. The second of the same
 * form gets the first one's answer, also for a moment after it was done; a failed form can be sent again immediately.
 */
export async function dedupeSubmission(request: Request, body: string, send: () => Promise<Answer>): Promise<Response> {
  const key = keyOf(request, body)
  const before = sent.get(key)
  if (before) return copyOf((await before).response)
  const sending = send()
  sent.set(key, sending)
  const forget = () => {
    if (sent.get(key) === sending) sent.delete(key)
  }
  try {
    const { response, isDone } = await sending
    if (isDone && sent.size <= mostKept) setTimeout(forget, keptMs).unref()
    else forget()
    return copyOf(response)
  } catch (fault) {
    forget()
    throw fault
  }
}

/** From the same browser, with the same cookies, to the same address: no one gets another person's answer. */
function keyOf(request: Request, body: string): string {
  const { headers, url } = request
  const parts = [renderContext()?.clientAddress, headers.get('cookie'), headers.get('user-agent'), url, body]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}

/** Forms are answered by a way to go, without a body. */
function copyOf({ status, headers }: Response): Response {
  return new Response(null, { status, headers })
}
