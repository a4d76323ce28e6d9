import type { ReactNode } from 'react'
import { SignedInOnly } from '#app/page-access.tsx'
import { OwnPages } from '#components/profile/own-pages.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'

type Props = {
  page: 'newsletters' | 'security'
  title: string
  text: string
  children: (user: CurrentUser) => ReactNode
}

const addresses = { newsletters: paths.ownNewsletters, security: paths.accountSecurity }
const signedOut = { title: 'You’re logged out', text: 'Your session has ended. Log in again to see this page.' }

/** A page about the signed-in person's account. */
export function AccountPage({ page, title, text, children }: Props) {
  return (
    <SignedInOnly path={addresses[page]} signedOut={signedOut}>
      {({ user }) => (
        <div className="mx-auto flex w-full max-w-rows flex-col gap-10 px-4 py-10 md:px-6 md:py-16">
          <OwnPages uuid={user.uuid} current={page} />
          <PageHeading title={title} text={text} />
          {children(user)}
        </div>
      )}
    </SignedInOnly>
  )
}
