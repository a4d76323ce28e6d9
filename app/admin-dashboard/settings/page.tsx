import { builtInTexts } from '#app/(about)/built-in-texts.ts'
import { SiteTexts } from '#components/admin/site-texts.tsx'
import { SettingsDesk } from '#components/settings/settings-desk.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { AdminPage } from '../admin-page.tsx'

export const generateMetadata = () => unlistedMetadata('Settings')

export default async function AdminSettings() {
  return (
    <AdminPage
      path={adminPaths.adminSettings}
      title="Settings"
      text="What this site is called, how it looks, and who may do what. A change is on every page within a second."
    >
      <SettingsDesk />
      <SiteTexts builtIn={await builtInTexts()} />
    </AdminPage>
  )
}
