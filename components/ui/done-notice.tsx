import { paths } from '#contract/paths.ts'
import { buttonStyle } from './button-style.ts'
import { FormNotice } from './form-notice.tsx'

type Props = {
  children: string
  /** The page came with it: the form was sent without scripts. */
  isAtLoad?: boolean
}

/** Replaces a form that an email has led to, with the way on. */
export function DoneNotice({ children, isAtLoad = false }: Props) {
  return (
    <>
      <FormNotice kind="success" takesFocus={isAtLoad ? 'at load' : true}>
        {children}
      </FormNotice>
      <a href={paths.home} className={`${buttonStyle.primary} w-full md:w-auto md:self-start`}>
        Return to Home
      </a>
    </>
  )
}
