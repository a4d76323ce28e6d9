'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from '#components/account/user-data.ts'
import { WhoIsHere } from '#components/account/who-is-here.tsx'
import { paths } from '#contract/paths.ts'
import { markHydrated } from '#lib/browser/hydration-flag.ts'
import { AccountButton } from './account-button.tsx'
import { NewStoryLink } from './new-story-link.tsx'

const never = () => () => {}

/**
 * The account's end of the bar. The server's HTML is the same for everyone and has both sides; before the first paint
 * theme.js sets `data-session`, by which CSS shows one of them, so that nothing moves later. `path`: of the page.
 */
export function AccountMenu({ path }: { path: string }) {
  useEffect(markHydrated, [])
  const session = useSession()
  const address = useSyncExternalStore(
    never,
    () => location.pathname + location.search,
    () => '',
  )
  return (
    <>
      <WhoIsHere />
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
