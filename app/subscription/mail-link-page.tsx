import type { ComponentProps, ReactNode } from 'react'
import { ask, FailureAnswer, isMissing } from '#app/failure-answer.tsx'
import { decodedParam, type SearchParams } from '#app/route-params.ts'
import { DeadLink } from '#components/newsletter/dead-link.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import type { SubscriptionLink } from '#contract/subscription-schemas.ts'
import { readAs } from '#lib/api/read.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { readFormAnswer } from '#lib/no-script-forms/form-answer.ts'
import { answerWith } from '#lib/page-cache/render-context.ts'

export type MailLinkParams = { params: Promise<{ uuid: string }>; searchParams: SearchParams }
type Props = MailLinkParams & {
  wanted: ComponentProps<typeof DeadLink>['wanted']
  children: (uuid: string, link: SubscriptionLink, answer: FormAnswer | undefined) => ReactNode
}

/** A page that a link in an email opens. Opening it changes nothing: mail scanners open every link. */
export async function MailLinkPage({ params, searchParams, wanted, children }: Props) {
  const uuid = decodedParam((await params).uuid)
  const [asked, answer] = await Promise.all([
    ask(readAs({}, 'GET /newsletters/subscription/:uuid', { params: { uuid } })),
    searchParams.then(readFormAnswer),
  ])
  if (!asked.ok && !isMissing(asked.failure)) return <FailureAnswer failure={asked.failure} />
  if (!asked.ok) answerWith(404)
  return (
    <FormPage isQuiet>{asked.ok ? children(uuid, asked.value.body, answer) : <DeadLink wanted={wanted} />}</FormPage>
  )
}
