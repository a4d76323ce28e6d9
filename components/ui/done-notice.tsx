import { paths } from '#contract/paths.ts'
import { FormNotice } from './form-notice.tsx'
import { NextLink } from './links.tsx'

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
      <NextLink href={paths.home}>Return to Home</NextLink>
    </>
  )
}
