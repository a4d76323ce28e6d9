import type { ReactNode } from 'react'

/** From laptops up: a page's subject on the left, its content on the right; on smaller screens one after the other. */
export function AsideLayout({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-8 px-4 py-10 md:px-6 md:py-16 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-16">
      <div className="flex flex-col gap-6 lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto">
        {aside}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

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

type ProsePageProps = { title: string; intro?: string | undefined; changed?: string | undefined } & (
  | { children: ReactNode }
  | { trustedHtml: string }
)

/** A page of plain text in the reading column. */
export function ProsePage({ title, intro, changed, ...text }: ProsePageProps) {
  return (
    <article className="mx-auto w-full max-w-framed px-4 py-10 md:px-6 md:py-16">
      <header className="mb-10 flex flex-col gap-4">
        <h1 className="text-balance font-serif text-heading font-semibold md:text-title">{title}</h1>
        {intro && <p className="text-balance font-serif text-text text-soft md:text-lead">{intro}</p>}
        {changed && <p className="text-small text-faint">Last changed on {changed}</p>}
      </header>
      {'children' in text ? (
        <div className="prose">{text.children}</div>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own files, or sanitised
        <div className="prose" dangerouslySetInnerHTML={{ __html: text.trustedHtml }} />
      )}
    </article>
  )
}
