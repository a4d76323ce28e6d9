import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { answerWith, type PageStatus } from '#lib/page-cache/render-context.ts'
import { answerParameter, formAnswerName, openAnswer } from './form-answer.ts'

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
