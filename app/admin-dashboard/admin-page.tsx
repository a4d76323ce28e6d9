import { type AdminContent, AdminOnly } from '#app/page-access.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { PageTabs } from '#components/ui/page-tabs.tsx'
import { adminPaths } from '#contract/admin-paths.ts'

const places = {
  overview: { name: 'Overview', path: adminPaths.adminDashboard },
  people: { name: 'People', path: adminPaths.adminPeople },
  stories: { name: 'Stories', path: adminPaths.adminStories },
  waiting: { name: 'Waiting', path: adminPaths.adminWaiting },
  jobs: { name: 'Jobs', path: adminPaths.adminJobs },
  audit: { name: 'Audit', path: adminPaths.adminAudit },
  system: { name: 'System', path: adminPaths.adminSystem },
} as const

type Props = {
  current: keyof typeof places
  title?: string
  text?: string
  children: AdminContent
}

/** One of the pages of administrators, with links to the others; its title is its name there unless it has another. */
export function AdminPage({ current, title = places[current].name, text, children }: Props) {
  const pages = Object.entries(places).map(([place, page]) => ({ ...page, isCurrent: place === current }))
  return (
    <AdminOnly>
      {(viewer) => (
        <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-4 py-10 md:px-6 md:py-16">
          <PageTabs label="Administration" pages={pages} />
          <PageHeading title={title} {...(text && { text })} />
          {typeof children === 'function' ? children(viewer) : children}
        </div>
      )}
    </AdminOnly>
  )
}
