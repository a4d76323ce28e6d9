import { PageTabs } from '#components/ui/page-tabs.tsx'
import { deskPaths } from '#contract/admin-paths.ts'

const places = {
  overview: { name: 'Overview', path: deskPaths.adminDashboard },
  people: { name: 'People', path: deskPaths.adminPeople },
  stories: { name: 'Stories', path: deskPaths.adminStories },
  waiting: { name: 'Waiting', path: deskPaths.adminWaiting },
  jobs: { name: 'Jobs', path: deskPaths.adminJobs },
  audit: { name: 'Audit', path: deskPaths.adminAudit },
  system: { name: 'System', path: deskPaths.adminSystem },
} as const

export type AdminPlace = keyof typeof places

/** The pages of administrators, on each of them. */
export function AdminNav({ current }: { current: AdminPlace }) {
  const pages = Object.entries(places).map(([place, page]) => ({ ...page, isCurrent: place === current }))
  return <PageTabs label="Administration" pages={pages} />
}
