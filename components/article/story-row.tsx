import { coverOf } from '#contract/drawn-covers.ts'
import type { ListedStory, SearchHit, Segment } from '#contract/stories.ts'
import { StoryHeading, StoryMeta } from './story-heading.tsx'
import { StoryImage } from './story-image.tsx'

export type RowStory = ListedStory & { highlights?: SearchHit['highlights'] }
/** Facts that the page states for all its stories, so that rows don't repeat them. */
export type KnownOfAll = { category?: boolean; author?: boolean }

type Props = {
  story: RowStory
  heading: 'h2' | 'h3'
  shape?: RowShape
  known?: KnownOfAll | undefined
  isFirstView?: boolean
}

/** Sizes of the text; widths of the whole picture, of which a square or a 4:3 shows the middle. */
const looks = {
  wide: {
    title: 'text-lead md:text-heading',
    subtitle: 'text-text md:text-lead',
    picture: '(min-width: 1024px) 384px, (min-width: 768px) 45vw, 100vw',
  },
  plain: {
    title: 'text-text md:text-lead',
    subtitle: 'text-field md:text-text',
    picture: '(min-width: 768px) 267px, 171px',
  },
  half: {
    title: 'text-text md:text-lead',
    subtitle: 'text-field md:text-text',
    picture: '(min-width: 1024px) 384px, (min-width: 768px) 45vw, 171px',
  },
} as const

/** One story of a list; all of it links to the story. `app/styles/story-lists.css` defines the shapes. */
export function StoryRow({ story, heading, shape = 'plain', known, isFirstView }: Props) {
  const { highlights } = story
  const { title, subtitle, picture } = looks[shape]
  return (
    <li className={`story-row story-row-${shape}`}>
      <article className="group">
        <StoryImage
          url={coverOf(story)}
          sizes={picture}
          fetched={isFirstView ? 'early' : 'late'}
          className="rounded-card"
        />
        <StoryHeading
          story={story}
          heading={heading}
          titleSize={title}
          subtitleSize={subtitle}
          isOfKnownCategory={known?.category}
        >
          {highlights && <Highlighted segments={highlights.title} />}
        </StoryHeading>
        <div className="flex min-w-0 flex-col gap-3">
          <p className="story-excerpt">{highlights ? <Highlighted segments={highlights.excerpt} /> : story.excerpt}</p>
          <StoryMeta story={story} isByKnownAuthor={known?.author} />
        </div>
      </article>
    </li>
  )
}

/** Text with the words that were looked for marked; text nodes only, never markup. */
function Highlighted({ segments }: { segments: readonly Segment[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one text never change their order
  return segments.map(({ text, match }, index) => (match ? <mark key={index}>{text}</mark> : text))
}

/**
 * How a row of a list looks. `wide`: a large picture left; `plain`: a small picture right; `half`: two beside each other,
 * the pictures above.
 */
type RowShape = 'wide' | 'plain' | 'half'

const rhythm: readonly RowShape[] = ['wide', 'plain', 'plain', 'half', 'half', 'plain']

/** The shape of the row at this place. A half that stays alone at the end of its list is a plain one. */
export function rowShape(index: number, { count, isEnd }: { count: number; isEnd: boolean }): RowShape {
  const at = index % rhythm.length
  const shape = rhythm[at] ?? 'plain'
  const isAlone = isEnd && index === count - 1 && shape === 'half' && rhythm[at - 1] !== 'half'
  return isAlone ? 'plain' : shape
}
