import { AdminPage } from '#app/admin-dashboard/admin-page.tsx'
import { SendScreen } from '#components/sends/send-screen.tsx'
import { WhyNoEmailForm } from '#components/sends/why-no-email-form.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { allCategories, categoryName, slugsOf } from '#contract/categories.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

export const generateMetadata = () => unlistedMetadata('Send newsletters')

export default function SendNewslettersPage() {
  const { categories } = site()
  // The two that the specification names come first.
  const lists = new Set(['books', 'fiction', ...slugsOf(categories), allCategories])
  const options = [...lists].map((value) => ({ value, label: categoryName(value, categories) }))
  return (
    <AdminPage
      path={adminPaths.sendNewsletters}
      title="Send newsletters"
      text="Send the new stories of a list to its subscribers."
    >
      <SendScreen categories={options} />
      <WhyNoEmailForm />
    </AdminPage>
  )
}
