import type { ReactNode } from 'react'
import { SearchBox } from '#components/ui/search-input.tsx'
import { StaticMarkup, type WriteMarkup } from '#components/ui/static-markup.tsx'
import { coverOf } from '#contract/drawn-covers.ts'
import { paths } from '#contract/paths.ts'
import type { ListedStory } from '#contract/stories.ts'
import { StoryHeading, StoryMeta } from './story-heading.tsx'
import { StoryImage } from './story-image.tsx'

type Props = {
  lead: ListedStory
  seconds: readonly ListedStory[]
  /** Recent stories of the strip below. */
  fiction: readonly ListedStory[]
  /** Beside the strip. */
  sudoku: ReactNode
  write?: WriteMarkup | undefined
}

/** The home page above its list: one large story, two beside it, and a strip of fiction with the Sudoku. */
export function FrontPage({ lead, seconds, fiction, sudoku, write }: Props) {
  return (
    <>
      <StaticMarkup as="div" className={`front-top ${seconds.length > 0 ? 'front-top-wide' : ''}`} write={write}>
        <LeadStory story={lead} />
        {seconds.length > 0 && (
          <ul className="front-seconds">
            {seconds.map((story) => (
              <li key={story.slug}>
                <SecondStory story={story} place="beside" />
              </li>
            ))}
          </ul>
        )}
      </StaticMarkup>
      <div className="front-strip">
        <div className="front-strip-inner">
          {fiction.length > 0 && <FictionStrip stories={fiction} write={write} />}
          {sudoku}
        </div>
      </div>
    </>
  )
}

type FictionStripProps = { stories: readonly ListedStory[]; write: WriteMarkup | undefined }

function FictionStrip({ stories, write }: FictionStripProps) {
  return (
    <StaticMarkup as="section" aria-labelledby="fiction-strip" className="min-w-0" write={write}>
      <div className="mb-6 flex items-baseline justify-between gap-4">
        <h2 id="fiction-strip" className="font-serif text-lead font-semibold">
          Tonight’s fiction
        </h2>
        <a href={paths.category('fiction')} className="text-ui text-link underline-offset-2 hover:underline">
          All fiction
        </a>
      </div>
      <ul className="front-fiction">
        {stories.map((story) => (
          <li key={story.slug}>
            <SecondStory story={story} place="strip" />
          </li>
        ))}
      </ul>
    </StaticMarkup>
  )
}

function LeadStory({ story }: { story: ListedStory }) {
  return (
    <article className="group relative flex flex-col gap-5">
      <StoryImage
        url={coverOf(story)}
        sizes="(min-width: 1128px) 670px, (min-width: 1024px) 62vw, 100vw"
        fetched="first"
        className="lead-picture aspect-video w-full rounded-card lg:aspect-3/2"
      />
      <div className="flex min-w-0 max-w-column flex-col gap-3">
        <StoryHeading
          story={story}
          heading="h2"
          titleSize="text-heading md:text-title"
          subtitleSize="text-text md:text-lead"
        />
        <p className="story-excerpt text-text">{story.excerpt}</p>
        <StoryMeta story={story} />
      </div>
    </article>
  )
}

type SecondStoryProps = {
  story: ListedStory
  /** Beside the lead, in view when the page opens, or in a strip of one category further down. */
  place: 'beside' | 'strip'
}

/** Widths of the whole picture, of which a phone shows a square beside the lead. */
const imageSizes = {
  beside: '(min-width: 1024px) 344px, (min-width: 768px) 45vw, 171px',
  strip: '(min-width: 1024px) 260px, (min-width: 768px) 30vw, 78vw',
} as const

/** A story of the front page: of its beginning it shows only so much as leaves the page in balance. */
function SecondStory({ story, place }: SecondStoryProps) {
  return (
    <article className="second-story group">
      <StoryImage
        url={coverOf(story)}
        sizes={imageSizes[place]}
        fetched={place === 'beside' ? 'early' : 'late'}
        className="rounded-card"
      />
      <StoryHeading
        story={story}
        heading="h3"
        titleSize="text-text"
        subtitleSize="text-field"
        isOfKnownCategory={place === 'strip'}
      />
      <div className="flex min-w-0 flex-col justify-between gap-2">
        <p className="story-excerpt md:line-clamp-2">{story.excerpt}</p>
        <StoryMeta story={story} />
      </div>
    </article>
  )
}

type HomeBannerProps = {
  /** The sentence about the site. */
  tagline: string
  /** The number of stories; the sentence is left out if it is unknown. */
  count: number | undefined
  /** The way to the newsletter. */
  subscribe?: ReactNode
}

export function HomeBanner({ tagline, count, subscribe }: HomeBannerProps) {
  return (
    <div className="mx-auto grid w-full max-w-page items-end gap-8 px-4 pt-10 pb-10 md:px-6 md:pt-16 md:pb-16 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-10">
      <div className="flex flex-col items-start gap-6">
        <h1 className="text-balance lg:max-w-sentence font-serif text-heading font-semibold md:text-title">
          {tagline}
        </h1>
        {subscribe}
      </div>
      <div className="flex flex-col gap-3">
        {count !== undefined && (
          <p className="text-balance text-soft">Search through a collection of {count} book summaries and counting.</p>
        )}
        <SearchBox id="home-search" label="Search stories" />
      </div>
    </div>
  )
}
