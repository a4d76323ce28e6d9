import type { Metadata } from 'next'
import { ProsePage } from '#components/ui/page-layouts.tsx'
import { feedPath, paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

export function generateMetadata(): Metadata {
  const { PRODUCT_NAME } = webEnv()
  return pageMetadata({
    title: 'About Us',
    description: `What ${PRODUCT_NAME} is, who writes here, and how the reading room is kept quiet.`,
    path: paths.about,
  })
}

export default function AboutPage() {
  const { PRODUCT_NAME } = webEnv()
  return (
    <ProsePage title="About Us" intro="A small library of things that can be read in one sitting.">
      <p>
        {PRODUCT_NAME} publishes short stories, summaries of books, and explanations of how things work. Most take four
        or five minutes. That is the length of a kettle and a cup, a wait for a bus, the time before somebody else wakes
        up. It is also long enough to learn something properly, if whoever wrote it did the work of leaving things out.
      </p>

      <h2>What is here</h2>
      <p>
        <a href={paths.books}>Book summaries</a> tell you what a book says, which part of it has held up and which has
        not. They are written by people who have read the whole of it, and they are meant to help you decide whether you
        should do the same. A summary that leaves you wanting the book has done its work; so has one that saves you
        three evenings.
      </p>
      <p>
        The <a href={paths.category('technology')}>technology</a> pieces take one thing at a time, such as a bar code, a
        lift or a password, and open it up. No prior knowledge is asked for, and nothing is dumbed down: where a thing
        is difficult, we say which part.
      </p>
      <p>
        <a href={paths.category('fiction')}>Fiction</a> is short stories. They need no introduction and get none.
      </p>

      <h2>Who writes</h2>
      <p>
        Every piece carries the name of its author, and the name leads to a page with everything else that person has
        published here. Some authors gather their work in a publication, which has a page and a feed of its own. Nothing
        is published without a name under it.
      </p>

      <h2>How the room is kept</h2>
      <p>
        There are no advertisements, no counters and no pop-ups, and no window will ever ask you for anything before you
        have read the story. Pages are made to be read: one column, one typeface for the text, a switch for the dark.
        They work without scripts, on old phones and on paper. If you use a screen reader or only a keyboard and
        something is in your way, that is a fault of ours, and we would like to <a href={paths.contact}>hear of it</a>.
      </p>
      <p>
        The site runs on a server of its own and loads nothing from anybody else, apart from pictures and videos that an
        author has placed in a story. What that means for you is written down in the{' '}
        <a href={paths.privacy}>Privacy Statement</a>, which is short because there is little to say.
      </p>

      <h2>How to follow</h2>
      <p>
        Each list on this site, whether of a topic, a publication or an author, has a feed that any feed reader
        understands, and there is one <a href={feedPath(paths.home, 'rss')}>feed of everything</a>. You do not have to
        tell us that you read it.
      </p>
    </ProsePage>
  )
}
