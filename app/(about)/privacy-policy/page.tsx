import type { Metadata } from 'next'
import { ProsePage } from '#components/ui/prose-page.tsx'
import { paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

export function generateMetadata(): Metadata {
  return pageMetadata({
    title: 'Privacy Statement',
    description: `What ${webEnv().PRODUCT_NAME} knows about its readers and authors, why, and for how long.`,
    path: paths.privacy,
  })
}

export default function PrivacyPage() {
  const { CONTACT_EMAIL, PRODUCT_NAME } = webEnv()
  return (
    <ProsePage
      title="Privacy Statement"
      intro="You can read everything here without telling us who you are."
      changed="November 21, 2026"
    >
      <p>
        This page says what {PRODUCT_NAME} learns about you, what it does with it and when it is forgotten. “We” are the
        people who run this site on their own server. You reach us at{' '}
        <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>.
      </p>

      <h2>When you read</h2>
      <p>
        To send you a page, the server has to know the network address to send it to. It uses that address for two
        things only: to answer, and to notice when one address asks so often that others have to wait. For the second it
        keeps a count in its memory for a short while.
      </p>
      <p>
        The site’s own log has one line for each page that was made: the time, the address of the page, whether it
        worked and how long it took. Your network address is not in it, and neither is anything that you typed into a
        search field. If whoever hosts the server or carries the traffic to it keeps a record of connections, that
        record is kept under their rules.
      </p>
      <p>
        There is no analytics, no advertising, no fingerprinting and no measuring of how far you scroll. We do not know
        what you have read, and so we cannot tell anybody.
      </p>

      <h2>What is stored on your device</h2>
      <p>
        No cookies. If you choose the light or the dark theme, or switch off the shortcut on the search page, your
        browser remembers it; the server is not told. The <a href={paths.cookies}>Cookie Policy</a> has the details.
      </p>

      <h2>What others may learn</h2>
      <p>
        Scripts, styles and typefaces come from this server. A story may contain a picture from another site, which is
        fetched without saying where you found it, or a video from YouTube or Vimeo, which those companies play and
        which they may measure. Links for sharing are plain links: nobody is told anything until you follow one.
      </p>

      <h2>When you write to us</h2>
      <p>
        Your message and your address are kept in a mailbox for as long as the matter needs, and are then deleted. They
        are used to answer you and for nothing else.
      </p>

      <h2>When you publish here</h2>
      <p>
        A story is public, and so is what stands on your author page: your name, your picture and the lines about you.
        Your e-mail address is shown only if you have asked for that. A story that is taken down disappears from the
        pages, the lists and the feeds at once. Copies that others have made in the meantime are beyond our reach.
      </p>

      <h2>Why we may do this</h2>
      <p>
        Sending you the page you asked for and keeping the server alive is a legitimate interest under Article 6(1)(f)
        of the General Data Protection Regulation. Publishing an author’s work rests on the agreement with that author
        under Article 6(1)(b).
      </p>

      <h2>Your rights</h2>
      <p>
        You may ask what we hold about you, have it corrected or deleted, get a copy of it, and object to its use. A
        letter to the address above is enough. If you think that we treat your data wrongly, you may also complain to
        the data protection authority of the place where you live. For readers there is, as you will have seen, nothing
        to hand over.
      </p>

      <h2>Changes</h2>
      <p>
        When the site learns to do something new that touches your data, this page is changed first, and the date at the
        top with it.
      </p>
    </ProsePage>
  )
}
