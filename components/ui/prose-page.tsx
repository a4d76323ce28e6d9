import type { ReactNode } from 'react'

type Props = { title: string; intro?: string; changed?: string; children: ReactNode }

/** A page of plain text in the reading column. */
export function ProsePage({ title, intro, changed, children }: Props) {
  return (
    <article className="mx-auto w-full max-w-framed px-4 py-10 md:px-6 md:py-16">
      <header className="mb-10 flex flex-col gap-4">
        <h1 className="text-balance font-serif text-heading font-semibold md:text-title">{title}</h1>
        {intro && <p className="text-balance font-serif text-text text-soft md:text-lead">{intro}</p>}
        {changed && <p className="text-small text-faint">Last changed on {changed}</p>}
      </header>
      <div className="prose">{children}</div>
    </article>
  )
}
