import type { Metadata } from 'next'
import { ProsePage } from '#components/ui/page-layouts.tsx'
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
      changed="23 November 2026"
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
        We count how often each story is read, and add that up by the day; who read it is not part of the count, no
        cookie is set for it and no network address is kept with it. Beyond that there is no analytics, no advertising,
        no fingerprinting and no measuring of how far you scroll. We do not know what you have read, and so we cannot
        tell anybody.
      </p>

      <h2>What is stored on your device</h2>
      <p>
        While you only read: no cookies. If you choose a theme or a text size, switch off the shortcut on the search
        page or play a Sudoku, your browser remembers it; the server is not told. Signing in needs a few cookies, and
        your browser then also remembers your name and picture for the bar at the top. The{' '}
        <a href={paths.cookies}>Cookie Policy</a> names all of them.
      </p>

      <h2>What others may learn</h2>
      <p>
        Scripts, styles and typefaces come from this server. A story may contain a picture from another site, which is
        fetched without saying where you found it, or a video from YouTube or Vimeo, which those companies play and
        which they may measure. Links for sharing are plain links: nobody is told anything until you follow one.
      </p>

      <h2>When you have an account</h2>
      <p>
        An account holds your name, your email address, a picture’s address and a few lines about you where you give
        them, and your password in a form from which nobody can read it back, we included. If you sign in with Google,
        we get your name, your address, your picture and Google’s number for you, and nothing else; Google learns that
        you have signed in here. A passkey leaves us a key that only fits your device’s.
      </p>
      <p>
        For each place where you are signed in we keep the network address, the browser’s name and the times, so that
        you can see on your page “Account security” where that is and end it. A sign-in is forgotten after 30 days, or
        14 days without use, or when you log out. Your browser keeps a cookie for 90 days by which your account knows it
        again. What matters for the safety of accounts (sign-ins and failed ones, new passwords and addresses, acts of
        administrators) is logged with the network address and deleted after a year.
      </p>

      <h2>When you subscribe</h2>
      <p>
        We keep your email address, what you have asked for and how often, and when you confirmed it; the time zone that
        your browser named or you have chosen, so that a digest comes in your morning; a pause; which emails we sent you
        and whether your mail server took them, so that no story comes twice; and whether the address is at a provider
        of throwaway addresses. We send nothing until you have followed the link in the first email, and every
        newsletter has links to change what comes and to unsubscribe. The emails have no tracking pixel and no rewritten
        links: we record neither whether you open them nor what you follow in them.
      </p>
      <p>
        After you unsubscribe we keep this, and the reason if you have given one, only to remember what you do not want
        to get; write to us and it is deleted. An address that never confirms anything is deleted after a month; one
        that asks not to be asked again, or that leaves several such emails unanswered, after half a year, so that
        nobody can enter it again meanwhile. When many subscriptions come from one network, your browser is given a sum
        to do before the next one; for that we count them for an hour, in memory.
      </p>

      <h2>When you write to us</h2>
      <p>
        Your message and your address are kept in a mailbox for as long as the matter needs, and are then deleted. They
        are used to answer you and for nothing else.
      </p>

      <h2>When you publish here</h2>
      <p>
        A story is public, and so is what stands on your author page: your name, your picture, the lines about you and,
        for search engines, the day you joined. Your email address is shown only if you have asked for that on your
        profile. A story that is taken down disappears from the pages, the lists and the feeds at once. Copies that
        others have made in the meantime are beyond our reach.
      </p>

      <h2>Why we may do this</h2>
      <p>
        Sending you the page you asked for and keeping the server alive is a legitimate interest under Article 6(1)(f)
        of the General Data Protection Regulation. So is keeping accounts safe. An account and publishing an author’s
        work rest on the agreement with that person under Article 6(1)(b), newsletters on your consent under Article
        6(1)(a), which you can withdraw in every email.
      </p>

      <h2>Your rights</h2>
      <p>
        You may ask what we hold about you, have it corrected or deleted, get a copy of it, and object to its use. A
        letter to the address above is enough. If you think that we treat your data wrongly, you may also complain to
        the data protection authority of the place where you live. For those who only read there is, as you will have
        seen, nothing to hand over.
      </p>

      <h2>Changes</h2>
      <p>
        When the site learns to do something new that touches your data, this page is changed first, and the date at the
        top with it.
      </p>
    </ProsePage>
  )
}
