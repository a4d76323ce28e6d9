import { StoryBody } from '#components/article/story-body.tsx'
import { CategoryTag, StoryDate } from '#components/article/story-heading.tsx'
import { StoryImage } from '#components/article/story-image.tsx'
import { StaticMarkup, type WriteMarkup } from '#components/ui/static-markup.tsx'
import type { Edition } from '#contract/edition.ts'
import { paths } from '#contract/paths.ts'

type Story = Edition['stories'][number]

type Props = {
  edition: Edition
  /** The text of its only story, if the email had it whole; has been through `sanitiseStory`. */
  sanitisedHtml?: string | undefined
  write?: WriteMarkup | undefined
}

/** A newsletter as everyone may read it, with its stories as they are now. */
export function EditionView({ edition, sanitisedHtml, write }: Props) {
  const { subject, about, sent_at: sentAt, stories } = edition
  return (
    <StaticMarkup as="article" className="flex flex-col gap-8" write={write}>
      <header className="flex flex-col gap-3">
        <p className="text-ui text-faint">
          Newsletter · <StoryDate iso={sentAt} />
          {about && ` · ${about}`}
        </p>
        <h1 className="text-balance wrap-anywhere font-serif text-heading font-semibold md:text-title">{subject}</h1>
      </header>
      {stories.length === 0 && <p className="text-soft">The stories of this newsletter are no longer public.</p>}
      {stories.map((story, index) => (
        <EditionStory key={story.slug} story={story} isFirst={index === 0} isWhole={sanitisedHtml !== undefined} />
      ))}
      {sanitisedHtml !== undefined && <StoryBody sanitisedHtml={sanitisedHtml} />}
    </StaticMarkup>
  )
}

/** `isWhole`: its text follows. */
function EditionStory({ story, isFirst, isWhole }: { story: Story; isFirst: boolean; isWhole: boolean }) {
  const picture = story.story_image
  return (
    <section className="border-t border-line pt-8">
      <div className={isFirst ? undefined : 'flex flex-row-reverse items-start justify-end gap-4 md:gap-8'}>
        {picture && (
          <StoryImage
            url={picture}
            alt={story.image_alt ?? ''}
            sizes={isFirst ? '(min-width: 768px) 680px, 100vw' : '(min-width: 768px) 200px, 128px'}
            fetched={isFirst ? 'first' : 'late'}
            className={
              isFirst
                ? 'mb-5 aspect-video w-full rounded-card'
                : 'aspect-square w-24 shrink-0 rounded-card md:aspect-4/3 md:w-44'
            }
          />
        )}
        <div className="min-w-0 flex-1">
          <CategoryTag of={story} />
          <h2
            className={`text-balance wrap-anywhere font-serif font-semibold ${isFirst ? 'text-lead md:text-heading' : 'text-text md:text-lead'}`}
          >
            <a href={paths.article(story.slug)} className="hover:underline">
              {story.title}
            </a>
          </h2>
          {story.sub_title && (
            <p className="serif-slanted mt-1 text-pretty wrap-anywhere text-text text-soft">{story.sub_title}</p>
          )}
          {!isWhole && <p className="mt-2 text-pretty wrap-anywhere text-soft">{story.excerpt}</p>}
          <p className="mt-2 text-small text-faint">
            <AuthorName story={story} />
            {story.reading_minutes} min read
          </p>
        </div>
      </div>
    </section>
  )
}

function AuthorName({ story: { author_name: name, author_uuid: uuid } }: { story: Story }) {
  if (!name) return null
  if (!uuid) return <>{name} · </>
  return (
    <>
      <a href={paths.profile(uuid)} className="wrap-anywhere text-soft underline underline-offset-2 hover:text-ink">
        {name}
      </a>
      {' · '}
    </>
  )
}
