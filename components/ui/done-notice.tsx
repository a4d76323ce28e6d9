import { paths } from '#contract/paths.ts'
import { FormNotice } from './form-notice.tsx'
import { lineLink } from './link-style.ts'

/** What takes the place of a form that a mail has led to, with the way on. */
export function DoneNotice({ children }: { children: string }) {
  return (
    <>
      <FormNotice kind="success" takesFocus>
        {children}
      </FormNotice>
      <a href={paths.home} className={`${lineLink} self-start`}>
        Return to Home
      </a>
    </>
  )
}
