import { oneValue } from '#app/route-params.ts'
import { FrontPageDesk } from '#components/admin/front-page-desk.tsx'
import { NewAuthors } from '#components/admin/new-authors.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { AdminPage } from '../admin-page.tsx'

export const generateMetadata = () => unlistedMetadata('Front page')

export default async function AdminFrontPage({ searchParams }: PageProps<'/admin-dashboard/front-page'>) {
  const { story } = await searchParams
  return (
    <AdminPage
      path={adminPaths.adminFrontPage}
      title="Front page"
      text="One lead and two stories beside it are at the top of the home page: those that you pin, else the newest of known authors, one of each."
    >
      <FrontPageDesk story={oneValue(story)?.slice(0, 200) ?? ''} />
      <NewAuthors />
    </AdminPage>
  )
}
