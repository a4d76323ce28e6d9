import type { Metadata } from 'next'
import { MailLinkPage, type MailLinkParams } from '#app/subscription/mail-link-page.tsx'
import { Unsubscribe } from '#components/newsletter/unsubscribe.tsx'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return secretAddressMetadata('Unsubscribe')
}

export default function UnsubscribePage({ params }: MailLinkParams) {
  return <MailLinkPage params={params}>{(uuid, link) => <Unsubscribe uuid={uuid} link={link} />}</MailLinkPage>
}
