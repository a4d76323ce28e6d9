import type { ReactNode } from 'react'

type Props = { title: string; children: ReactNode; actions?: ReactNode }

/** A page that says one thing: nothing found, something broke. */
export function MessagePage({ title, children, actions }: Props) {
  return (
    <div className="mx-auto flex w-full max-w-framed flex-col items-start gap-4 px-4 py-16 md:px-6 md:py-24">
      <h1 className="text-balance font-serif text-heading font-semibold md:text-title">{title}</h1>
      <div className="max-w-sentence text-pretty text-text text-soft">{children}</div>
      {actions && <div className="mt-4 flex flex-wrap items-center gap-4">{actions}</div>}
    </div>
  )
}
