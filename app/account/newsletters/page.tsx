import type { Metadata } from 'next'
import { AccountPage } from '#app/account/account-page.tsx'
import { SubscriptionList } from '#components/profile/subscription-list.tsx'
import { privateMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

const title = 'Your newsletters'

export function generateMetadata(): Metadata {
  return privateMetadata(title)
}

export default function OwnNewslettersPage() {
  return (
    <AccountPage page="newsletters" title={title} text="What we send to your email address.">
      {({ email, email_proven }) => <SubscriptionList email={email} isProven={email_proven} />}
    </AccountPage>
  )
}
