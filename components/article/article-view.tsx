import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { StaticMarkup, type WriteMarkup } from '#components/ui/static-markup.tsx'
import { drawnCoverPath } from '#contract/drawn-covers.ts'
import { reportPath } from '#contract/paths.ts'
import type { Story, StoryCard } from '#contract/stories.ts'
import { ArticleHeader } from './article-header.tsx'
import { AuthorCard } from './author-card.tsx'
import { readingMarks } from './reading-marks.ts'
import { ShareButton } from './share-button.tsx'
import { StoryBody } from './story-body.tsx'
import { StoryImage } from './story-image.tsx'
import { authorName } from './story-names.ts'
import { type KnownOfAll, StoryRow } from './story-row.tsx'

type Props = {
  article: Story
  sanitisedHtml: string
  write?: WriteMarkup | undefined
  /** The whole address, for sharing. */
  url: string
  next: readonly StoryCard[]
  byAuthor?: readonly StoryCard[]
  /** Above everything: that it is a draft. */
  notice?: ReactNode
  /** Edit and delete, if allowed: at the edge of the page, where nothing moves when they appear. */
  ownerTools?: ReactNode
  actions?: ReactNode
  /** In the author's card after the text: follow and thanks. */
  authorActions?: ReactNode
  /** One line to subscribe by. */
  newsletter?: ReactNode
}

export function ArticleView({ article, sanitisedHtml, write, url, next, byAuthor = [], notice, ...slots }: Props) {
  // Others would not find it.
  const isPublic = !article.isDraft && !article.deleted_at
  const { ownerTools, actions, authorActions, newsletter } = slots
  return (
    <div className="relative mx-auto w-full max-w-page px-4 pt-10 pb-16 md:px-6 md:pt-16">
      {ownerTools}
      {notice}
      <article {...readingMarks(article, sanitisedHtml)}>
        <ArticleHeader
          article={article}
          write={write}
          actions={
            <>
              {actions}
              {isPublic && (
                <ShareButton title={article.title} url={url} name="Share" className={shareLook}>
                  <Icon name="share" size={18} />
                </ShareButton>
              )}
            </>
          }
        />
        {article.story_image ? (
          <figure className="mx-auto mt-8 w-full max-w-column md:mt-10">
            <StoryImage
              url={article.story_image}
              alt={article.image_alt || `Illustration for “${article.title}”`}
              sizes="(min-width: 728px) 680px, 100vw"
              fetched="first"
              className="aspect-video w-full rounded-card"
            />
            <figcaption className="mt-2 text-small text-faint">Representational Image</figcaption>
          </figure>
        ) : (
          !hasPicture(sanitisedHtml) && <DrawnCover slug={article.slug} />
        )}
        <div className="mx-auto mt-8 max-w-column md:mt-10">
          <StoryBody sanitisedHtml={sanitisedHtml} write={write} />
        </div>
        <footer className="mx-auto mt-12 flex max-w-column flex-col gap-8">
          <p className="font-serif text-lead text-soft">Thanks for reading</p>
          <AuthorCard article={article} actions={authorActions} write={write} />
          {newsletter}
          {isPublic && url && <ShareLinks title={article.title} url={url} write={write} />}
          {isPublic && (
            <StaticMarkup as="p" className="no-print text-small text-faint" write={write}>
              Is something wrong with this story?{' '}
              <a
                href={reportPath(article.slug)}
                rel="nofollow"
                className="-my-3 inline-block py-3 text-soft underline decoration-edge underline-offset-4 hover:text-ink hover:decoration-current"
              >
                Report it
              </a>
            </StaticMarkup>
          )}
        </footer>
      </article>
      <FurtherStories
        id="more-by-author"
        heading={`More by ${authorName(article)}`}
        stories={byAuthor}
        known={{ author: true }}
        write={write}
      />
      <FurtherStories id="read-next" heading="Read next" stories={next} write={write} />
    </div>
  )
}

/** Whether a text shows something of its own: then no cover is drawn above it. */
function hasPicture(html: string): boolean {
  return /<(?:img|iframe)\b/i.test(html)
}

/** The cover that lists show for a story without a picture. It says nothing that the title doesn't. */
function DrawnCover({ slug }: { slug: string }) {
  return (
    <figure className="no-print mx-auto mt-8 w-full max-w-column md:mt-10">
      <StoryImage
        url={drawnCoverPath(slug)}
        sizes="(min-width: 728px) 680px, 100vw"
        fetched="first"
        className="aspect-video w-full rounded-card"
      />
    </figure>
  )
}

const shareLook =
  '-me-3 flex h-11 items-center gap-2 rounded-full px-3 text-ui text-soft hover:text-ink max-md:[&>span]:sr-only'
const shareLinkLook =
  'min-h-11 px-1.5 text-soft underline decoration-edge underline-offset-4 hover:text-ink hover:decoration-current'

type FurtherStoriesProps = {
  /** The heading's. */
  id: string
  heading: string
  stories: readonly StoryCard[]
  known?: KnownOfAll
  write: WriteMarkup | undefined
}

/** A few stories after the end of one; two of them are side by side. */
function FurtherStories({ id, heading, stories, known, write }: FurtherStoriesProps) {
  if (stories.length === 0) return null
  const shape = stories.length === 2 ? 'half' : 'plain'
  return (
    <StaticMarkup
      as="section"
      aria-labelledby={id}
      className="no-print mx-auto mt-16 max-w-column border-t border-line pt-10"
      write={write}
    >
      <h2 id={id} className="mb-6 wrap-anywhere font-serif text-lead font-semibold md:mb-8">
        {heading}
      </h2>
      <ul className="story-rows">
        {stories.map((story) => (
          <StoryRow key={story.slug} story={story} heading="h3" known={known} shape={shape} />
        ))}
      </ul>
    </StaticMarkup>
  )
}

/** Plain links: without third-party scripts, other sites learn nothing about readers until a link is followed. */
function ShareLinks({ title, url, write }: { title: string; url: string; write: WriteMarkup | undefined }) {
  return (
    <nav aria-label="Share this story" className="no-print flex flex-wrap items-baseline gap-x-1 text-small text-faint">
      <StaticMarkup as="span" className="contents" write={write}>
        <span className="pe-1">Share on</span>
        {shareTargets(title, url).map(({ name, href }) => (
          <a
            key={name}
            href={href}
            rel="noopener noreferrer nofollow"
            className={`inline-flex items-center ${shareLinkLook}`}
          >
            {name}
          </a>
        ))}
      </StaticMarkup>
      <ShareButton url={url} name="Copy link" className={shareLinkLook} />
    </nav>
  )
}

/** Sites where a story can be shared by a plain link. */
function shareTargets(title: string, url: string): { name: string; href: string }[] {
  const [text, link] = [encodeURIComponent(title), encodeURIComponent(url)]
  return [
    { name: 'Mastodon', href: `https://share.joinmastodon.org/#text=${text}%20${link}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${link}` },
    { name: 'X', href: `https://x.com/intent/post?text=${text}&url=${link}` },
    { name: 'Email', href: `mailto:?subject=${text}&body=${link}` },
  ]
}
