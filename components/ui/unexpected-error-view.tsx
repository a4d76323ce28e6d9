import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from './links.tsx'
import { MessagePage } from './message-page.tsx'

/** For a page that could not be made at all. */
export function UnexpectedErrorView({ retry }: { retry?: ReactNode }) {
  return (
    <MessagePage
      title="Unexpected Application Error!"
      actions={
        <>
          {retry}
          <ButtonLink href={paths.home}>Home</ButtonLink>
        </>
      }
    >
      <p>Something broke on our side, and we’ve logged it. Please try again; nothing of yours is lost.</p>
    </MessagePage>
  )
}
