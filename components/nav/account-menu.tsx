'use client'

import { useEffect, useRef, useState } from 'react'
import { CurrentUserListener } from '#components/account/current-user-listener.tsx'
import { type StoredUser, useSession, useUserState } from '#components/account/user-data.ts'
import { Icon } from '#components/ui/icon.tsx'
import { LatePart } from '#components/ui/late-part.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { paths } from '#contract/paths.ts'
import { markHydrated } from '#lib/browser/hydration-flag.ts'

/**
 * The account's end of the bar. The server's HTML is the same for everyone and has both sides; before the first paint
 * theme.js sets `data-session`, by which CSS shows one of them, so that nothing moves later. `path`: of the page.
 */
export function AccountMenu({ path }: { path: string }) {
  useEffect(markHydrated, [])
  useEffect(reportReader, [])
  const session = useSession()
  const address = useHydrated() ? location.pathname + location.search : ''
  return (
    <>
      <CurrentUserListener />
      {session !== 'in' && (
        <LoginLink address={address} className={session === 'unknown' ? 'flex in-data-[session=in]:hidden' : 'flex'} />
      )}
      {session !== 'out' && (
        <div
          className={`items-center gap-2 md:gap-3 ${session === 'unknown' ? 'hidden in-data-[session=in]:flex' : 'flex'}`}
        >
          <NewStoryLink path={path} />
          <AccountButton />
        </div>
      )}
    </>
  )
}

/** Leads back to this page. A search changes the address later, so it is read again at the click. */
function LoginLink({ address, className }: { address: string; className: string }) {
  return (
    <a
      href={loginPath(address)}
      onClick={(event) => {
        event.currentTarget.href = loginPath(location.pathname + location.search)
      }}
      className={`-me-3 h-11 items-center whitespace-nowrap px-3 text-ui font-semibold text-ink hover:underline ${className}`}
    >
      Log in
    </a>
  )
}

function loginPath(address: string): string {
  return paths.login(address === paths.home || address.startsWith('/users/') ? undefined : address)
}

/** Loaded apart: only the first touch of a story's page begins a reading (docs/decisions/027-reads.md). */
function reportReader(): void {
  if (location.pathname.startsWith('/article/'))
    void import('#lib/browser/report-reading.ts').then((file) => file.reportReading())
}

// Visitors never need the panel. It loads as soon as the pointer is over its button.
const loadPanel = async () => (await import('./account-panel.tsx')).AccountPanel
// A load that fails is tried again by a press.
const preload = () => void loadPanel().catch(() => undefined)

/** The user dropdown: a button that shows a list of links. */
function AccountButton() {
  const { currentUser } = useUserState()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const [isByArrow, setIsByArrow] = useState(false)
  const root = useRef<HTMLDivElement>(null)

  function open(byArrow: boolean) {
    setIsByArrow(byArrow)
    setWasOpened(true)
    setIsOpen(true)
  }

  return (
    <div ref={root} className="relative -me-1">
      <button
        type="button"
        aria-label="Account menu"
        aria-expanded={isOpen}
        aria-controls="account-panel"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => (isOpen ? setIsOpen(false) : open(false))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          open(true)
        }}
        className="flex h-11 w-12 items-center justify-center rounded-full"
      >
        <ProfileImage key={currentUser?.profile_image} user={currentUser} />
      </button>
      <div
        id="account-panel"
        hidden={!isOpen}
        className="absolute end-1 top-13 z-40 max-h-[calc(100dvh-5rem)] w-64 overflow-y-auto rounded-card border border-line bg-raised p-2 text-ink shadow-menu empty:hidden"
      >
        {wasOpened && (
          <LatePart
            load={loadPanel}
            what="The menu"
            given={{ user: currentUser, isOpen, takesFocus: isByArrow, root, onClose: () => setIsOpen(false) }}
          />
        )}
      </div>
    </div>
  )
}

/** A round picture; without one, or if it does not load, the first letter of the name; a silhouette until that is known. */
function ProfileImage({ user }: { user: StoredUser | null }) {
  const [isBroken, setIsBroken] = useState(false)
  const image = user?.profile_image
  return (
    <span className="me flex size-9 items-center justify-center overflow-clip rounded-full bg-line font-serif font-semibold text-soft uppercase">
      {image && !isBroken ? (
        <img
          src={image}
          alt=""
          width={40}
          height={30}
          referrerPolicy="no-referrer"
          onError={() => setIsBroken(true)}
          className="picture size-full object-cover"
        />
      ) : (
        ([...(user?.name ?? '')][0] ?? <Icon name="user" />)
      )}
    </span>
  )
}

/** Leads to the right place from the server's HTML on. `path`: of the page; none is offered where one writes a new story. */
function NewStoryLink({ path }: { path: string }) {
  if (path.includes('new-story')) return null
  return (
    <a
      href={newStoryPath(path)}
      aria-label="New Story"
      className="relative flex h-9 min-w-9 items-center justify-center gap-2 whitespace-nowrap rounded-full bg-green text-ui font-semibold text-green-on after:absolute after:-inset-1 hover:bg-green/90 lg:px-4"
    >
      <Icon name="pen" size={18} />
      <span className="hidden lg:inline">New Story</span>
    </a>
  )
}

/** On a publication's page, a new story is for that publication. */
function newStoryPath(path: string): string {
  const publication = /^\/publication\/([A-Za-z0-9_-]+)(?:\/|$)/.exec(path)?.[1]
  return publication && publication !== 'new' ? paths.publicationNewStory(publication) : paths.newStory
}
