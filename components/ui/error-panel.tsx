import { paths } from '#contract/paths.ts'

/** An error in place of content: what went wrong, and what to do. */
export function ErrorPanel({
  message,
  heading: Heading = 'h2',
}: {
  message: string
  heading?: 'h1' | 'h2' | undefined
}) {
  return (
    <section className="flex flex-col items-start gap-3 py-10">
      <Heading className="font-serif text-heading font-semibold">Oops!</Heading>
      <p className="text-text">{message}</p>
      <p className="text-soft">
        Please try again later or{' '}
        <a href={paths.contact} className="text-link underline underline-offset-2">
          contact us
        </a>{' '}
        if the issue persists.
      </p>
    </section>
  )
}
