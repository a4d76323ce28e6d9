import { AccountPage } from '#app/account/account-page.tsx'
import { AccountSwitch } from '#components/account/account-switch.tsx'
import { SubscriptionList } from '#components/profile/subscription-list.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { privateMetadata } from '#lib/seo/metadata.ts'

const title = 'Your newsletters'

export const generateMetadata = () => privateMetadata(title)

export default function OwnNewslettersPage() {
  return (
    <AccountPage page="newsletters" title={title} text="What we send to your email address.">
      {({ email, email_proven, monthly_figures }) => (
        <>
          <SubscriptionList email={email} isProven={email_proven} />
          <TitledSection id="about-stories" title="About your stories" className="flex flex-col gap-2">
            <AccountSwitch field="monthlyFigures" isOn={monthly_figures}>
              Email me on the first of each month how my stories were read
            </AccountSwitch>
          </TitledSection>
        </>
      )}
    </AccountPage>
  )
}
