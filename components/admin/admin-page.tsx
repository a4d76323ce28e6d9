import type { ReactNode } from 'react'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { PageTabs } from '#components/ui/page-tabs.tsx'
import { deskPaths } from '#contract/admin-paths.ts'

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
  overview: { name: 'Overview', path: deskPaths.adminDashboard },
  people: { name: 'People', path: deskPaths.adminPeople },
  stories: { name: 'Stories', path: deskPaths.adminStories },
  waiting: { name: 'Waiting', path: deskPaths.adminWaiting },
  jobs: { name: 'Jobs', path: deskPaths.adminJobs },
  audit: { name: 'Audit', path: deskPaths.adminAudit },
  system: { name: 'System', path: deskPaths.adminSystem },
} as const

type AdminPlace = keyof typeof places

/** The pages of administrators, on each of them. */
function AdminNav({ current }: { current: AdminPlace }) {
  const pages = Object.entries(places).map(([place, page]) => ({ ...page, isCurrent: place === current }))
  return <PageTabs label="Administration" pages={pages} />
}
