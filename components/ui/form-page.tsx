import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** The page is about the newsletter itself: the footer does not offer it again (app/styles/newsletter.css). */
  isQuiet?: boolean
}

/** A page that is one form: a single narrow column in the middle. */
export function FormPage({ children, isQuiet = false }: Props) {
  return (
    <div
      data-newsletter={isQuiet || undefined}
      className="form-page mx-auto flex w-full max-w-form flex-col gap-6 px-4 py-10 md:px-0 md:py-16"
    >
      {children}
    </div>
  )
}
