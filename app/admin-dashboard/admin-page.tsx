import { type AdminContent, AdminOnly } from '#app/page-access.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { adminPaths } from '#contract/admin-paths.ts'

/** The pages of administrators, in the groups of the bar. */
const groups = [
  {
    name: 'Site',
    pages: [
      { name: 'Overview', path: adminPaths.adminDashboard },
      { name: 'Settings', path: adminPaths.adminSettings },
    ],
  },
  {
    name: 'Writing',
    pages: [
      { name: 'People', path: adminPaths.adminPeople },
      { name: 'Stories', path: adminPaths.adminStories },
      { name: 'Reports', path: adminPaths.adminReports },
      { name: 'Front', path: adminPaths.adminFrontPage },
      { name: 'Waiting', path: adminPaths.adminWaiting },
    ],
  },
  {
    name: 'Newsletters',
    pages: [
      { name: 'Send', path: adminPaths.sendNewsletters },
      { name: 'Subscribers', path: adminPaths.newsletterSubscribers },
    ],
  },
  {
    name: 'Making',
    pages: [
      { name: 'Add Book', path: adminPaths.addBook },
      { name: 'New podcast', path: adminPaths.createPodcast },
      { name: 'Podcasts', path: adminPaths.podcasts },
    ],
  },
  {
    name: 'Running',
    pages: [
      { name: 'Jobs', path: adminPaths.adminJobs },
      { name: 'Audit', path: adminPaths.adminAudit },
      { name: 'System', path: adminPaths.adminSystem },
    ],
  },
] as const

type Props = {
  /** The page's address: it is marked in the bar. */
  path: (typeof groups)[number]['pages'][number]['path']
  title: string
  text?: string
  children: AdminContent
}

/** One of the pages of administrators, under a bar that leads to all of them. */
export function AdminPage({ path, title, text, children }: Props) {
  return (
    <AdminOnly>
      {(viewer) => (
        <div data-desk="" className="mx-auto flex w-full max-w-page flex-col gap-8 px-4 py-8 md:px-6 md:py-12">
          <DeskBar path={path} />
          <PageHeading title={title} {...(text && { text })} />
          {typeof children === 'function' ? children(viewer) : children}
        </div>
      )}
    </AdminOnly>
  )
}

/** A list that opens; one line where the window is wide enough for all of it. */
function DeskBar({ path }: Pick<Props, 'path'>) {
  const current = groups.flatMap(({ pages }) => [...pages]).find((page) => page.path === path)
  return (
    <nav aria-label="Administration" className="border-b border-line">
      <details className="group min-[70rem]:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-ui font-semibold">
          {current?.name}
          <span aria-hidden="true" className="text-faint group-open:rotate-180">
            ▾
          </span>
          <span className="sr-only">: all pages of the desk</span>
        </summary>
        <div className="grid grid-cols-2 gap-x-4 gap-y-4 pb-4 md:grid-cols-5">
          <Groups path={path} />
        </div>
      </details>
      <div className="-mx-1.5 hidden justify-between min-[70rem]:flex">
        <Groups path={path} />
      </div>
    </nav>
  )
}

function Groups({ path }: Pick<Props, 'path'>) {
  return groups.map(({ name, pages }) => (
    <div key={name}>
      <p aria-hidden="true" className="text-small text-faint min-[70rem]:px-1.5">
        {name}
      </p>
      <ul aria-label={name} className="min-[70rem]:flex">
        {pages.map((page) => (
          <li key={page.path}>
            <a
              href={page.path}
              aria-current={page.path === path ? 'page' : undefined}
              className="-mb-px flex min-h-11 items-center text-ui whitespace-nowrap text-soft no-underline hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink min-[70rem]:border-b-2 min-[70rem]:border-transparent min-[70rem]:px-1.5 min-[70rem]:aria-[current]:border-green"
            >
              {page.name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ))
}
