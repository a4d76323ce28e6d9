'use client'

import { useSyncExternalStore } from 'react'
import { useSession } from '#components/account/user-data.ts'
import { WhoIsHere } from '#components/account/who-is-here.tsx'
import { paths } from '#contract/paths.ts'
import { AccountButton } from './account-button.tsx'
import { NewStoryLink } from './new-story-link.tsx'

const never = () => () => {}

/**
 * The reader's corner of the bar. The server's HTML is the same for everybody and has both sides of it; before the first
 * paint theme.js says by `data-session` which of them stands there, so that nothing moves later.
 */
export function AccountMenu() {
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
          <NewStoryLink pathname={address.replace(/\?.*/s, '')} />
          <AccountButton />
        </div>
      )}
    </>
  )
}

/** Leads back to where one is; what the address has become meanwhile (a search) counts when it is followed. */
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
