import { paths } from '#contract/paths.ts'

const places = {
  overview: { name: 'Overview', path: paths.adminDashboard },
  people: { name: 'People', path: paths.adminPeople },
  stories: { name: 'Stories', path: paths.adminStories },
  jobs: { name: 'Jobs', path: paths.adminJobs },
  audit: { name: 'Audit', path: paths.adminAudit },
  system: { name: 'System', path: paths.adminSystem },
} as const

export type AdminPlace = keyof typeof places

/** The pages of administrators, on each of them. */
export function AdminNav({ current }: { current: AdminPlace }) {
  return (
    <nav aria-label="Administration" className="-mx-3">
      <ul className="flex flex-wrap gap-x-1 border-b border-line">
        {Object.entries(places).map(([place, { name, path }]) => (
          <li key={place}>
            <a
              href={path}
              aria-current={place === current ? 'page' : undefined}
              className="-mb-px flex min-h-11 items-center border-b-2 border-transparent px-3 text-ui text-soft no-underline hover:text-ink aria-[current]:border-green aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
