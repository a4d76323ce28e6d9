import { AdminOnly } from '#app/page-access.tsx'
import { SendScreen } from '#components/sends/send-screen.tsx'
import { WhyNoEmailForm } from '#components/sends/why-no-email-form.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
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
    <AdminOnly>
      <div className="mx-auto flex w-full max-w-page flex-col gap-10 px-4 py-10 md:px-6 md:py-16">
        <PageHeading title="Send newsletters" text="Send the new stories of a list to its subscribers." />
        <a href={adminPaths.newsletterSubscribers} className={`${lineLink} -mt-6 self-start`}>
          Import, export and suppressed addresses
        </a>
        <SendScreen categories={categories} />
        <WhyNoEmailForm />
      </div>
    </AdminOnly>
  )
}
