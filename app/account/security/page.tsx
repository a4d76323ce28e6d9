import { AccountPage } from '#app/account/account-page.tsx'
import { AccountSecurity } from '#components/profile/account-security.tsx'
import { privateMetadata } from '#lib/seo/metadata.ts'

const title = 'Account security'

export const generateMetadata = () => privateMetadata(title)

export default function AccountSecurityPage() {
  return (
    <AccountPage page="security" title={title} text="How you log in, and where you are logged in.">
      {({ has_password }) => <AccountSecurity hasPassword={has_password} />}
    </AccountPage>
  )
}
