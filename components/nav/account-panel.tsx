'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { changeUser, type StoredUser } from '#components/account/user-data.ts'
import { FailureText } from '#components/ui/failure-text.tsx'
import { usePanelKeys } from '#components/ui/use-panel-keys.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'

type Link = { name: string; href: string }
type Props = {
  user: StoredUser | null
  isOpen: boolean
  /** Opened by an arrow key: the first link gets the focus. */
  takesFocus: boolean
  /** Holds the panel and its button. */
  root: RefObject<HTMLElement | null>
  onClose: () => void
}

const adminLinks: Link[] = [
  { name: 'Admin Dashboard', href: adminPaths.adminDashboard },
  { name: 'Create Podcasts', href: adminPaths.createPodcast },
  { name: 'List Podcasts', href: adminPaths.podcasts },
]

const row =
  'flex min-h-11 w-full items-center rounded-small px-3 text-start text-ui wrap-anywhere hover:bg-paper aria-[current]:font-semibold'
const part = 'mt-1 border-t border-line pt-1'

/** The content of the user dropdown. */
export function AccountPanel({ user, isOpen, takesFocus, root, onClose }: Props) {
  // If they can't be loaded, the rest of the menu still works.
  const { data: publications = [] } = useCall('GET /publications/user')
  const panel = useRef<HTMLDivElement>(null)
  usePanelKeys(root, isOpen, onClose)
  const isKnown = user !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link to one's profile comes first once one is known
  useEffect(() => {
    if (!isOpen || !takesFocus) return
    const [first, second] = panel.current?.querySelectorAll('a') ?? []
    const focused = document.activeElement
    // A person who has moved on in the menu keeps their place.
    if (focused === second || !panel.current?.contains(focused)) first?.focus()
  }, [isOpen, takesFocus, isKnown])

  const own: Link[] = [
    ...(user ? [{ name: 'Profile Details', href: paths.profile(user.uuid) }] : []),
    { name: 'Your Stories', href: paths.ownStories },
    { name: 'Drafted Stories', href: paths.drafts },
    { name: 'Bookmarked Stories', href: paths.bookmarks },
  ]
  return (
    <div ref={panel}>
      {user && <p className="px-3 py-2 text-small wrap-anywhere text-faint">Logged in as {user.name}</p>}
      <Links links={own} />
      <div className={part}>
        <p id="account-publications" className="px-3 pt-2 pb-1 text-small text-faint">
          Publications
        </p>
        <Links
          labelledBy="account-publications"
          links={publications.map(({ name, slug }) => ({ name, href: paths.publication(slug) }))}
        />
        <a href={paths.newPublication} className={row}>
          New Publication
        </a>
      </div>
      {user?.role === 'admin' && (
        <div className={part}>
          <Links links={adminLinks} />
        </div>
      )}
      <div className={part}>
        <LogOutButton className={row} />
      </div>
    </div>
  )
}

function Links({ links, labelledBy }: { links: Link[]; labelledBy?: string }) {
  if (links.length === 0) return null
  return (
    <ul aria-labelledby={labelledBy}>
      {links.map(({ name, href }) => (
        <li key={href}>
          <a href={href} aria-current={href === location.pathname ? 'page' : undefined} className={row}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function LogOutButton({ className }: { className: string }) {
  const action = useAction()
  const isBusy = action.busy !== undefined
  const leave = () =>
    action.run('leave', async () => {
      await callBff('POST /users/logout')
      changeUser({ type: 'LOGOUT_USER' })
      location.assign(paths.login())
    })
  return (
    <>
      <button type="button" aria-disabled={isBusy || undefined} onClick={leave} className={className}>
        {isBusy ? 'Logging out…' : 'Log out'}
      </button>
      <FailureText className="px-3 py-2">
        {action.message && 'We couldn’t log you out. You’re still logged in. Please try again.'}
      </FailureText>
    </>
  )
}
