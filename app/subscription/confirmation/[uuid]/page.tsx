import { findSubscription, MailLinkPage, type MailLinkParams } from '#app/subscription/mail-link-page.tsx'
import { ConfirmSubscription } from '#components/newsletter/confirm-subscription.tsx'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => secretAddressMetadata('Confirm your subscription')

export default function ConfirmationPage(props: MailLinkParams) {
  return (
    <MailLinkPage {...props} wanted="confirm" find={findSubscription}>
      {(uuid, link, answer) => <ConfirmSubscription uuid={uuid} link={link} answer={answer} />}
    </MailLinkPage>
  )
}
