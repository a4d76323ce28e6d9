import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { buttonStyle } from './button-style.ts'
import { MessagePage } from './message-page.tsx'

/** For a page that could not be made at all. */
export function UnexpectedErrorView({ retry }: { retry?: ReactNode }) {
  return (
    <MessagePage
      title="Unexpected Application Error!"
      actions={
        <>
          {retry}
          {/* Every page loads this component: the shared links would come with it. */}
          <a href={paths.home} className={buttonStyle.secondary}>
            Home
          </a>
        </>
      }
    >
      <p>Something broke on our side, and we’ve logged it. Please try again; nothing of yours is lost.</p>
    </MessagePage>
  )
}
