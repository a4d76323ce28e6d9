import type { ReactNode } from 'react'
import { buttonStyle } from './button-style.ts'
import { lineLink } from './link-style.ts'

type Props = { href: string; children: ReactNode }

/** A link within a sentence. */
export function TextLink(props: Props) {
  return <a {...props} className="text-link underline underline-offset-2" />
}

/** A link on a line of its own, where the line begins. */
export function LineLink(props: Props) {
  return <a {...props} className={`${lineLink} self-start`} />
}

/** A link that looks like a button. */
export function ButtonLink({ look = 'secondary', ...link }: Props & { look?: 'primary' | 'secondary' }) {
  return <a {...link} className={buttonStyle[look]} />
}

/** The next step after a form; on a phone as wide as the page. */
export function NextLink(props: Props) {
  return <a {...props} className={`${buttonStyle.primary} w-full md:w-auto md:self-start`} />
}
