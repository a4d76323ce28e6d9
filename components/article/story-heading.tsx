import { Children, type ReactNode } from 'react'
import { categoryTag } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import type { StoryCard } from '#contract/stories.ts'
import { authorName } from './story-names.ts'

type Props = {
  story: StoryCard
  heading: 'h2' | 'h3'
  /** The sizes of the title and of the subtitle. */
  titleSize: string
  subtitleSize: string
  /** The list is of one category: its name is above it already. */
  isOfKnownCategory?: boolean | undefined
  /** In place of the plain title: the same words, marked. */
  children?: ReactNode
}

/**
 * Tag, title and subtitle of a story in a list. The title's link fills the whole card, which is its nearest `relative`. A
 * title of more than four lines is cut by the stylesheet alone: all of it is in the page.
 */
export function StoryHeading({ story, heading: Heading, titleSize, subtitleSize, isOfKnownCategory, children }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {!isOfKnownCategory && <CategoryTag of={story} />}
      <Heading className={`story-title ${titleSize}`}>
        <a href={paths.article(story.slug)} data-story-link="" className="card-link">
          {children ?? story.title}
        </a>
      </Heading>
      {story.sub_title && <p className={`story-subtitle serif-slanted ${subtitleSize}`}>{story.sub_title}</p>}
    </div>
  )
}

type StoryMetaProps = {
  story: StoryCard
  /** On an author's own page: the date and category replace the name. */
  isByKnownAuthor?: boolean | undefined
}

/** The last line of a card: author, reading time, and the way in. Its link repeats the title's, so Tab passes it by. */
export function StoryMeta({ story, isByKnownAuthor }: StoryMetaProps) {
  const name = authorName(story)
  return (
    <p className="story-meta">
      <span className="wrap-anywhere">
        <Facts>
          {!isByKnownAuthor && name && <span className="text-soft">{name}</span>}
          {isByKnownAuthor && story.published_at && <StoryDate iso={story.published_at} />}
          {isByKnownAuthor && story.publication && <span className="text-soft">{story.publication}</span>}
          <span className="whitespace-nowrap">{story.reading_minutes} min read</span>
        </Facts>
      </span>
      <a href={paths.article(story.slug)} tabIndex={-1}>
        Read more<span className="sr-only">: {story.title}</span>
      </a>
    </p>
  )
}

/** Facts in one line, with dots between those that are there. */
export function Facts({ children }: { children: ReactNode }) {
  const facts = Children.toArray(children).filter(Boolean)
  return facts.flatMap((fact, index) => (index === 0 ? [fact] : [' · ', fact]))
}

type TagProps = { of: { category: string; category_tag?: string | null }; linked?: boolean }

/** The story's category, e.g. 'Book Summary' or 'Fiction'. */
export function CategoryTag({ of: { category, category_tag }, linked = false }: TagProps) {
  const tag = category_tag || categoryTag(category)
  if (!tag) return null
  const style = 'story-tag'
  if (!linked) return <span className={style}>{tag}</span>
  return (
    <a href={paths.category(category)} className={`${style} self-start hover:underline`}>
      {tag}
    </a>
  )
}

/** Made when a date is first shown: a browser's first formatter takes a phone 40 ms. */
let format: Intl.DateTimeFormat | undefined

export function StoryDate({ iso }: { iso: string }) {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return null
  format ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return <time dateTime={iso}>{format.format(date)}</time>
}
