import type { Metadata } from 'next'
import { MailLinkPage, type MailLinkParams } from '#app/subscription/mail-link-page.tsx'
import { ConfirmSubscription } from '#components/newsletter/confirm-subscription.tsx'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return secretAddressMetadata('Confirm your subscription')
}

export default function ConfirmationPage({ params }: MailLinkParams) {
  return <MailLinkPage params={params}>{(uuid, link) => <ConfirmSubscription uuid={uuid} link={link} />}</MailLinkPage>
}
