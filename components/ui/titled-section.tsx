import type { ComponentProps } from 'react'

type Props = ComponentProps<'section'> & { id: string; title: string }

/** A part of a page, named by its heading, which gets the `id`. */
export function TitledSection({ id, title, children, ...section }: Props) {
  return (
    <section {...section} aria-labelledby={id}>
      <h2 id={id} className="font-serif text-lead font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
