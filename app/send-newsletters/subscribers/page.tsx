import { AdminPage } from '#app/admin-dashboard/admin-page.tsx'
import { ImportForm } from '#components/subscribers/import-form.tsx'
import { SuppressionList } from '#components/subscribers/suppression-list.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { allCategories, categoryName, slugsOf } from '#contract/categories.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

export const generateMetadata = () => unlistedMetadata('Subscribers')

export default function SubscribersPage() {
  const { categories } = site()
  const lists = [...slugsOf(categories), allCategories].map((value) => ({
    value,
    label: categoryName(value, categories),
  }))
  return (
    <AdminPage
      path={adminPaths.newsletterSubscribers}
      title="Subscribers"
      text="Import subscribers, export them, and see who gets no newsletters."
    >
      <div className="flex max-w-framed flex-col gap-12">
        <ImportForm lists={lists} usual={site().default_frequency} />
        <TitledSection id="export" title="Export" className="flex flex-col items-start gap-4">
          <p className="max-w-sentence text-pretty text-soft">
            All addresses as CSV, one line each, with their status, lists and confirmation date. Downloads are recorded
            in the audit.
          </p>
          <a href={adminPaths.subscriberExport} download className={buttonStyle.secondary}>
            Download the CSV file
          </a>
        </TitledSection>
        <SuppressionList />
      </div>
    </AdminPage>
  )
}
