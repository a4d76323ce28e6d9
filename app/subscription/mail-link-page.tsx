import type { ReactNode } from 'react'
import { ask, FailureAnswer, isMissing } from '#app/failure-answer.tsx'
import { decodedParam } from '#app/route-params.ts'
import { FormPage } from '#components/ui/form-page.tsx'
import type { SubscriptionLink } from '#contract/newsletters.ts'
import { getSubscriptionLink } from '#lib/api/newsletters.ts'
import { answerWith } from '#lib/web-server/render-context.ts'

export type MailLinkParams = { params: Promise<{ uuid: string }> }
type Props = MailLinkParams & { children: (uuid: string, link: SubscriptionLink | undefined) => ReactNode }

/**
 * A page that a link in a mail opens. It changes nothing by itself: whatever reads mails opens their links. One that is not
 * known is a 404 and keeps its button, whose answer says why.
 */
export async function MailLinkPage({ params, children }: Props) {
  const uuid = decodedParam((await params).uuid)
  const asked = await ask(getSubscriptionLink(uuid))
  if (!asked.ok && !isMissing(asked.failure)) return <FailureAnswer failure={asked.failure} />
  if (!asked.ok) answerWith(404)
  return <FormPage>{children(uuid, asked.ok ? asked.value : undefined)}</FormPage>
}
