import type { ComponentProps, ReactNode } from 'react'
import { ask, FailureAnswer, isMissing } from '#app/failure-answer.tsx'
import { decodedParam, type SearchParams } from '#app/route-params.ts'
import { DeadLink } from '#components/newsletter/dead-link.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import { readAs } from '#lib/api/read.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { readFormAnswer } from '#lib/no-script-forms/form-answer.ts'
import { answerWith } from '#lib/renderer/render-context.ts'

export type MailLinkParams = { params: Promise<{ uuid: string }>; searchParams: SearchParams }
type Props<T> = MailLinkParams & {
  wanted: ComponentProps<typeof DeadLink>['wanted']
  find: (uuid: string) => Promise<{ body: T }>
  children: (uuid: string, found: T, answer: FormAnswer | undefined) => ReactNode
}

/** A page that a link in an email opens. Opening it changes nothing: mail scanners open every link. */
export async function MailLinkPage<T>({ params, searchParams, wanted, find, children }: Props<T>) {
  const uuid = decodedParam((await params).uuid)
  const [asked, answer] = await Promise.all([ask(find(uuid)), searchParams.then(readFormAnswer)])
  if (!asked.ok && !isMissing(asked.failure)) return <FailureAnswer failure={asked.failure} />
  if (!asked.ok) answerWith(404)
  return (
    <FormPage isQuiet>{asked.ok ? children(uuid, asked.value.body, answer) : <DeadLink wanted={wanted} />}</FormPage>
  )
}

/** The subscription of an email's link. */
export function findSubscription(uuid: string) {
  return readAs({}, 'GET /newsletters/subscription/:uuid', { params: { uuid } })
}
