import type { Metadata } from 'next'
import { ProsePage } from '#components/ui/page-layouts.tsx'
import { paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

export function generateMetadata(): Metadata {
  return pageMetadata({
    title: 'Contact Us',
    description: `How to reach the people who run ${webEnv().PRODUCT_NAME}.`,
    path: paths.contact,
  })
}

export default function ContactPage() {
  const { CONTACT_EMAIL, PRODUCT_NAME } = webEnv()
  return (
    <ProsePage title="Contact Us" intro="One address, read by people.">
      <p>
        Write to <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>. There is no form and no ticket number; it is
        an ordinary mailbox, and your letter stays a letter.
      </p>

      <h2>What helps us to help you</h2>
      <p>
        <strong>Something is wrong in a story.</strong> Send its address and the sentence. Corrections of fact are the
        emails we like best. We pass them on to the author, and the story is corrected where it stands.
      </p>
      <p>
        <strong>Something does not work.</strong> Tell us the address of the page, what you did, and what you saw
        instead of what you expected. The name of your browser helps too. If a page showed an error, the time of day is
        enough for us to find it in the log.
      </p>
      <p>
        <strong>Something is hard to use.</strong> If the site does not work with your screen reader, your keyboard,
        your text size or your eyes, please say so. We treat such things as faults and not as wishes.
      </p>
      <p>
        <strong>Something should not be here.</strong> If a story uses your work without your leave, or says something
        untrue about you, write down which story, which passage, and why. Section 8 of the{' '}
        <a href={paths.userAgreement}>User Agreement</a> says what we do then.
      </p>
      <p>
        <strong>You want to write.</strong> Send a few sentences about the piece you have in mind and, if there is one,
        something you have written before. It need not have been published.
      </p>

      <h2>Your data</h2>
      <p>
        Questions about what {PRODUCT_NAME} keeps about you go to the same address. The{' '}
        <a href={paths.privacy}>Privacy Statement</a> may already have the answer.
      </p>
    </ProsePage>
  )
}
