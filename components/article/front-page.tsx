import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import type { ListedStory } from '#contract/stories.ts'
import { LeadStory } from './lead-story.tsx'
import { SecondStory } from './second-story.tsx'

type Props = {
  lead: ListedStory
  seconds: readonly ListedStory[]
  /** Recent stories of the strip below. */
  fiction: readonly ListedStory[]
  /** Beside the strip. */
  sudoku: ReactNode
}

/** What the home page shows above its list: one story large, two beside it, and a strip for the evening. */
export function FrontPage({ lead, seconds, fiction, sudoku }: Props) {
  return (
    <>
      {/* Without a picture, a lead would leave a hole beside its seconds. */}
      <div className={`front-top ${seconds.length > 0 && lead.story_image ? 'front-top-wide' : ''}`}>
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
      </div>
      <div className="front-strip">
        <div className="front-strip-inner">
          {fiction.length > 0 && <FictionStrip stories={fiction} />}
          {sudoku}
        </div>
      </div>
    </>
  )
}

function FictionStrip({ stories }: { stories: readonly ListedStory[] }) {
  return (
    <section aria-labelledby="fiction-strip" className="min-w-0">
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
    </section>
  )
}
