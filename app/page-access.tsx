import type { ReactNode } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { MessagePage } from '#components/ui/message-page.tsx'
import { paths } from '#contract/paths.ts'
import { currentViewer, type Viewer } from '#lib/session/caller.ts'
import { answerPage } from './failure-answer.tsx'

type Words = { title: string; text: string }
type Props = {
  /** The page's own address, to return to after the log-in. */
  path: string
  /** Shown to a person whose session has ended. */
  signedOut?: Words
  children: (viewer: Viewer) => ReactNode
}

const signedOutWriter = {
  title: 'You are logged out',
  text: 'Your session has ended. Log in to carry on writing.',
}

/**
 * Shows a page to the signed-in person. The request has a session cookie, or it would not have got this far, but the
 * product API may no longer know it.
 */
export async function SignedInOnly({ path, signedOut = signedOutWriter, children }: Props) {
  return answerPage(currentViewer(), (viewer) =>
    viewer ? (
      children(viewer)
    ) : (
      <MessagePage
        title={signedOut.title}
        actions={
          <a href={paths.login(path)} className={buttonStyle.primary}>
            Log in
          </a>
        }
      >
        <p>{signedOut.text}</p>
      </MessagePage>
    ),
  )
}

export type AdminContent = ReactNode | ((viewer: Viewer) => ReactNode)

/** Shows a page to administrators; everyone else sees the specification's sentence. */
export async function AdminOnly({ children }: { children: AdminContent }) {
  return answerPage(currentViewer(), (viewer) => {
    if (viewer?.user.role === 'admin') return typeof children === 'function' ? children(viewer) : children
    return (
      <div className="mx-auto w-full max-w-framed px-4 py-16 md:px-6 md:py-24">
        <h1 className="font-serif text-lead">Preparing the page for you.</h1>
      </div>
    )
  })
}
