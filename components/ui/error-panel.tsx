import { paths } from '#contract/paths.ts'
import { TextLink } from './links.tsx'

type Props = { message: string; heading?: 'h1' | 'h2' | undefined }

/** An error in place of content: what went wrong, and what to do. */
export function ErrorPanel({ message, heading: Heading = 'h2' }: Props) {
  return (
    <section className="flex flex-col items-start gap-3 py-10">
      <Heading className="font-serif text-heading font-semibold">Oops!</Heading>
      <p className="text-text">{message}</p>
      <p className="text-soft">
        Please try again later or <TextLink href={paths.contact}>contact us</TextLink> if the issue persists.
      </p>
    </section>
  )
}
