import type { Metadata } from 'next'
import { ProsePage } from '#components/ui/page-layouts.tsx'
import { paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

export function generateMetadata(): Metadata {
  return pageMetadata({
    title: 'Careers',
    description: `There are no open positions at ${webEnv().PRODUCT_NAME} at the moment.`,
    path: paths.careers,
  })
}

export default function CareersPage() {
  const { CONTACT_EMAIL, PRODUCT_NAME } = webEnv()
  return (
    <ProsePage title="Careers" intro="There are no open positions at the moment.">
      <p>
        We would rather say so than keep a list of jobs that nobody is hiring for. {PRODUCT_NAME} is small and means to
        stay of a size where everybody has read what we publish. When there is work to give away, it will be described
        on this page: what it is, how many hours, what it pays, and by when we decide.
      </p>

      <h2>Until then</h2>
      <p>
        If you think that we ought to know you all the same, write to{' '}
        <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>. A few lines will do. Tell us what you would do here
        that is not being done, and show us one thing you have made. Leave out your photograph, your date of birth and
        your marital status; we do not want to know them.
      </p>
      <p>
        We answer every such letter that was written to us and not to everybody. If there is nothing for you here we say
        that, and we delete your letter when the conversation is over.
      </p>

      <h2>Writing for us is something else</h2>
      <p>
        Authors are not employees and need no position to be open. How to propose a piece is described on the{' '}
        <a href={paths.contact}>contact page</a>.
      </p>
    </ProsePage>
  )
}
