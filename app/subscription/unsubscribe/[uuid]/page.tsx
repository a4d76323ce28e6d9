import type { Metadata } from 'next'
import { oneValue, type SearchParams } from '#app/route-params.ts'
import { MailLinkPage, type MailLinkParams } from '#app/subscription/mail-link-page.tsx'
import { Unsubscribe } from '#components/newsletter/unsubscribe.tsx'
import { endScopes } from '#contract/newsletters.ts'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return secretAddressMetadata('Unsubscribe')
}

type Props = MailLinkParams & { searchParams: SearchParams }

/** `?scope=digests` is a digest's own link: it ends all that comes as digests; `?scope=all` everything. */
export default async function UnsubscribePage({ params, searchParams }: Props) {
  const asked = oneValue((await searchParams).scope)
  const scope = endScopes.find((known) => known === asked)
  return (
    <MailLinkPage params={params}>{(uuid, link) => <Unsubscribe uuid={uuid} link={link} scope={scope} />}</MailLinkPage>
  )
}
