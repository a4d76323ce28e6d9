import { SignedInOnly } from '#app/page-access.tsx'
import { AccountSwitch } from '#components/account/account-switch.tsx'
import { ReceivedThanks } from '#components/my-stories/received-thanks.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { paths } from '#contract/paths.ts'
import { privateMetadata } from '#lib/seo/metadata.ts'

const title = 'Thanks from readers'
const signedOut = { title: 'You’re logged out', text: 'Your session has ended. Log in again to see this page.' }

export const generateMetadata = () => privateMetadata(title)

export default function MyThanksPage() {
  return (
    <SignedInOnly path={paths.myThanks} signedOut={signedOut}>
      {({ user }) => (
        <div className="mx-auto flex w-full max-w-rows flex-col gap-8 px-4 py-10 md:px-6 md:py-16">
          <PageHeading
            title={title}
            text="Lines that readers sent you about your stories. Only you and they can see them."
          />
          <AccountSwitch field="thanksByEmail" isOn={user.thanks_by_email}>
            {user.email_proven ? 'Email me each one' : 'Email me each one, once I have confirmed my address'}
          </AccountSwitch>
          <ReceivedThanks />
        </div>
      )}
    </SignedInOnly>
  )
}
