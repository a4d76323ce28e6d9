import type { ReactNode } from 'react'
import { StoryImage } from '#components/article/story-image.tsx'
import { storyTitle } from '#components/article/story-names.ts'
import { coverOf } from '#contract/drawn-covers.ts'
import { paths } from '#contract/paths.ts'
import type { OwnStory } from '#contract/readers.ts'
import { describeState } from './describe-state.ts'
import { cardAction } from './list-frame.tsx'
import { Sparkline } from './sparkline.tsx'

type Column = { name: string; figure: (story: OwnStory) => number }

const columns: readonly Column[] = [
  { name: 'Reads, 7 days', figure: ({ reads_7 }) => reads_7 },
  { name: 'Reads, 30 days', figure: ({ reads_30 }) => reads_30 },
  { name: 'Reached the end', figure: ({ finished_30 }) => finished_30 },
  { name: 'Subscribed', figure: ({ subscribed_30 }) => subscribed_30 },
  { name: 'Emails', figure: ({ emails }) => emails },
]

/**
 * A table where there is room for one; on a phone the same as cards, whose figures carry the names of their columns.
 * A browser that shows it as blocks takes it for no table any more, and its headings are hidden then.
 */
export function OwnStoryTable({ stories }: { stories: readonly OwnStory[] }) {
  return (
    <table className="block w-full lg:table">
      <caption className="sr-only">
        Your stories: reads of the last 7 and 30 days; of the last 30 days, how many reached the end and how many people
        subscribed; and emails of all time
      </caption>
      <thead className="hidden lg:table-header-group">
        <tr className="border-b border-line align-bottom text-small text-faint">
          <th scope="col" className="py-2 text-start font-normal">
            Story
          </th>
          <th scope="col" className="py-2 ps-4 text-start font-normal">
            30 days
          </th>
          {columns.map(({ name }) => (
            <th key={name} scope="col" className="w-20 py-2 ps-4 text-end font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="flex flex-col gap-4 lg:table-row-group">
        {stories.map((story) => (
          <StoryRow key={story._id} story={story} />
        ))}
      </tbody>
    </table>
  )
}

function StoryRow({ story }: { story: OwnStory }) {
  const { slug, days } = story
  const title = storyTitle(story)
  // It was never public.
  const isUnread = !story.published_at && story.reads_30 === 0
  return (
    <tr className="grid grid-cols-3 gap-x-4 gap-y-3 rounded-card border border-line bg-raised p-4 lg:table-row lg:border-x-0 lg:bg-transparent lg:p-0">
      <th scope="row" className="col-span-3 flex gap-4 text-start font-normal lg:py-4">
        <StoryImage
          url={coverOf(story)}
          sizes="128px"
          className="aspect-square size-16 shrink-0 rounded-small object-cover"
        />
        <span className="flex min-w-0 flex-col">
          <a
            href={paths.article(slug)}
            title={title}
            className="line-clamp-2 min-h-6 wrap-anywhere font-serif text-text font-semibold text-ink underline-offset-2 hover:underline"
          >
            {title}
          </a>
          <span className="wrap-anywhere text-small text-soft">{describeState(story)}</span>
          <span className="-mb-2 flex gap-5">
            {!isUnread && (
              <a href={paths.storyReaders(slug)} aria-label={`Readers: ${title}`} className={cardAction}>
                Readers
              </a>
            )}
            <a href={paths.editArticle(slug)} aria-label={`Edit: ${title}`} className={cardAction}>
              Edit
            </a>
          </span>
        </span>
      </th>
      {isUnread ? (
        <td colSpan={columns.length + 1} className="hidden ps-4 text-end text-small text-faint lg:table-cell">
          Not published yet
        </td>
      ) : (
        <>
          <td className="col-span-3 lg:ps-4">
            <Sparkline reads={days} className="h-8 w-full lg:w-30" />
          </td>
          {columns.map(({ name, figure }) => (
            <Figure key={name} name={name}>
              {figure(story).toLocaleString('en-GB')}
            </Figure>
          ))}
        </>
      )}
    </tr>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td className="flex flex-col-reverse justify-end text-ui tabular-nums lg:table-cell lg:ps-4 lg:text-end">
      <span className="text-small text-faint lg:hidden">{name}</span>
      {children}
    </td>
  )
}
