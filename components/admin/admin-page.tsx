import type { ReactNode } from 'react'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { PageTabs } from '#components/ui/page-tabs.tsx'
import { adminPaths } from '#contract/admin-paths.ts'

type Props = { current: AdminPlace; title: string; text?: string; children: ReactNode }

export function AdminPage({ current, title, text, children }: Props) {
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-4 py-10 md:px-6 md:py-16">
      <AdminNav current={current} />
      <PageHeading title={title} {...(text && { text })} />
      {children}
    </div>
  )
}

const places = {
  overview: { name: 'Overview', path: adminPaths.adminDashboard },
  people: { name: 'People', path: adminPaths.adminPeople },
  stories: { name: 'Stories', path: adminPaths.adminStories },
  waiting: { name: 'Waiting', path: adminPaths.adminWaiting },
  jobs: { name: 'Jobs', path: adminPaths.adminJobs },
  audit: { name: 'Audit', path: adminPaths.adminAudit },
  system: { name: 'System', path: adminPaths.adminSystem },
} as const

type AdminPlace = keyof typeof places

/** The pages of administrators, on each of them. */
function AdminNav({ current }: { current: AdminPlace }) {
  const pages = Object.entries(places).map(([place, page]) => ({ ...page, isCurrent: place === current }))
  return <PageTabs label="Administration" pages={pages} />
}
