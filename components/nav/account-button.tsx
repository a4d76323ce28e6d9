'use client'

import { lazy, Suspense, useRef, useState } from 'react'
import { useUserState } from '#components/account/user-data.ts'
import { ProfileImage } from './profile-image.tsx'

// Visitors never need the panel. It loads as soon as the pointer is over its button.
const loadPanel = () => import('./account-panel.tsx')
const AccountPanel = lazy(async () => ({ default: (await loadPanel()).AccountPanel }))

/** The user dropdown: a button that shows a list of links. */
export function AccountButton() {
  const { currentUser } = useUserState()
  const picture = currentUser?.profile_image ?? null
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
        onPointerEnter={loadPanel}
        onFocus={loadPanel}
        onClick={() => (isOpen ? setIsOpen(false) : open(false))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return
          event.preventDefault()
          open(true)
        }}
        className="flex h-11 w-12 items-center justify-center rounded-full"
      >
        <ProfileImage key={picture ?? ''} image={picture} />
      </button>
      <div id="account-panel" hidden={!isOpen}>
        <Suspense>
          {wasOpened && (
            <AccountPanel
              user={currentUser}
              isOpen={isOpen}
              takesFocus={isByArrow}
              root={root}
              onClose={() => setIsOpen(false)}
            />
          )}
        </Suspense>
      </div>
    </div>
  )
}
