import type { ReactNode } from 'react'
import { ask, FailureAnswer } from '#app/failure-answer.tsx'
import { OwnPages } from '#components/profile/own-pages.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { MessagePage } from '#components/ui/message-page.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { currentViewer } from '#lib/session/caller.ts'

type Props = {
  page: 'newsletters' | 'security'
  title: string
  text: string
  children: (user: CurrentUser) => ReactNode
}

/** A page about the signed-in person's account. */
export async function AccountPage({ page, title, text, children }: Props) {
  const asked = await ask(currentViewer())
  if (!asked.ok) return <FailureAnswer failure={asked.failure} />
  if (!asked.value) return <SessionEnded page={page} />
  const { user } = asked.value
  return (
    <div className="mx-auto flex w-full max-w-rows flex-col gap-10 px-4 py-10 md:px-6 md:py-16">
      <OwnPages uuid={user.uuid} current={page} />
      <PageHeading title={title} text={text} />
      {children(user)}
    </div>
  )
}

function SessionEnded({ page }: Pick<Props, 'page'>) {
  const login = paths.login(page === 'security' ? paths.accountSecurity : paths.ownNewsletters)
  return (
    <MessagePage
      title="You’re signed out"
      actions={
        <a href={login} className={buttonStyle.primary}>
          Log in
        </a>
      }
    >
      <p>Your session has ended. Log in again to see this page.</p>
    </MessagePage>
  )
}
