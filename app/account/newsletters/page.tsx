import { AccountPage } from '#app/account/account-page.tsx'
import { SubscriptionList } from '#components/profile/subscription-list.tsx'
import { privateMetadata } from '#lib/seo/metadata.ts'

const title = 'Your newsletters'

export const generateMetadata = () => privateMetadata(title)

export default function OwnNewslettersPage() {
  return (
    <AccountPage page="newsletters" title={title} text="What we send to your email address.">
      {({ email, email_proven }) => <SubscriptionList email={email} isProven={email_proven} />}
    </AccountPage>
  )
}
