import { buttonStyle } from '#components/ui/button-style.ts'
import { MessagePage } from '#components/ui/message-page.tsx'
import { paths } from '#contract/paths.ts'

/** The request has a session cookie, or it would not have got this far, but the product API no longer knows it. */
export function SignedOut({ path }: { path: string }) {
  return (
    <MessagePage
      title="You are signed out"
      actions={
        <a href={paths.login(path)} className={buttonStyle.primary}>
          Log in
        </a>
      }
    >
      <p>Your session has ended. Log in to carry on writing.</p>
    </MessagePage>
  )
}
