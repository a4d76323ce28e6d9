import { AdminPage } from '#app/admin-dashboard/admin-page.tsx'
import { SendScreen } from '#components/sends/send-screen.tsx'
import { WhyNoEmailForm } from '#components/sends/why-no-email-form.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { allCategories, categoryName, knownCategories } from '#contract/categories.ts'
import { webEnv } from '#lib/env.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => unlistedMetadata('Send newsletters')

export default function SendNewslettersPage() {
  const { PRODUCT_NAME } = webEnv()
  // The two that the specification names come first.
  const lists = new Set(['books', 'fiction', ...knownCategories(PRODUCT_NAME), allCategories])
  const categories = [...lists].map((value) => ({ value, label: categoryName(value, PRODUCT_NAME) }))
  return (
    <AdminPage
      path={adminPaths.sendNewsletters}
      title="Send newsletters"
      text="Send the new stories of a list to its subscribers."
    >
      <SendScreen categories={categories} />
      <WhyNoEmailForm />
    </AdminPage>
  )
}
