import { StoryDate } from '#components/article/story-date.tsx'
import { StoryImage } from '#components/article/story-image.tsx'
import { categoryName } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import type { Edition } from '#contract/sends.ts'

type Story = Edition['stories'][number]

/** A newsletter as everybody may read it, with its stories as they are now. */
export function EditionView({ edition, productName }: { edition: Edition; productName: string }) {
  const { subject, about, sent_at: sentAt, stories } = edition
  return (
    <article className="flex flex-col gap-8">
      <header className="flex flex-col gap-3">
        <p className="text-ui text-faint">
          Newsletter · <StoryDate iso={sentAt} />
          {about && ` · ${about}`}
        </p>
        <h1 className="text-balance wrap-anywhere font-serif text-heading font-semibold md:text-title">{subject}</h1>
      </header>
      {stories.length === 0 && <p className="text-soft">The stories of this newsletter are not public any more.</p>}
      {stories.map((story, index) => (
        <EditionStory key={story.slug} story={story} isFirst={index === 0} productName={productName} />
      ))}
    </article>
  )
}

function EditionStory({ story, isFirst, productName }: { story: Story; isFirst: boolean; productName: string }) {
  const picture = story.story_image
  return (
    <section className="border-t border-line pt-8">
      <div
        className={`flow-root ${isFirst ? '' : 'md:flex md:flex-row-reverse md:items-start md:justify-end md:gap-8'}`}
      >
        {picture && (
          <StoryImage
            url={picture}
            alt={story.image_alt ?? ''}
            sizes={isFirst ? '(min-width: 768px) 680px, 100vw' : '(min-width: 768px) 200px, 128px'}
            fetched={isFirst ? 'first' : 'late'}
            className={
              isFirst
                ? 'mb-5 aspect-video w-full rounded-card'
                : 'float-end ms-4 mb-2 aspect-4/3 w-24 shrink-0 rounded-card md:float-none md:m-0 md:w-44'
            }
          />
        )}
        <div className="min-w-0 md:flex-1">
          <p className="text-small font-semibold text-green">{categoryName(story.category, productName)}</p>
          <h2
            className={`flow-root text-balance wrap-anywhere font-serif font-semibold ${isFirst ? 'text-lead md:text-heading' : 'text-text md:text-lead'}`}
          >
            <a href={paths.article(story.slug)} className="hover:underline">
              {story.title}
            </a>
          </h2>
          {story.sub_title && <p className="mt-1 wrap-anywhere font-serif text-text text-soft">{story.sub_title}</p>}
          <p className="mt-2 text-pretty wrap-anywhere text-soft">{story.excerpt}</p>
          <p className="clear-both mt-2 text-small text-faint">
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
