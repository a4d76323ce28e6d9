import { MoreStories } from './more-stories.tsx'
import type { StoryListCall } from './story-list-call.ts'
import { type KnownOfAll, type RowStory, rowShape, StoryRow } from './story-row.tsx'

type Props = {
  stories: readonly RowStory[]
  heading: 'h2' | 'h3'
  nextCursor: string | undefined
  /** The address of this list without a cursor. */
  listPath: string
  /** The call that answers the same list. */
  listCall: StoryListCall
  /** How many rows are in view when the page opens. */
  firstView?: number
  known?: KnownOfAll
  /** The slugs of stories that the page shows elsewhere: they don't come again. */
  shownElsewhere?: readonly string[]
}

/** A page of stories, and the way to the next. */
export function StoryList({ stories, heading, nextCursor, listPath, listCall, firstView = 2, ...page }: Props) {
  const { known, shownElsewhere = [] } = page
  // Rows that are loaded later have a list of their own.
  const place = { count: stories.length, isEnd: true }
  return (
    <>
      <ul className="story-rows">
        {stories.map((story, index) => (
          <StoryRow
            key={story.slug}
            story={story}
            heading={heading}
            shape={rowShape(index, place)}
            known={known}
            isFirstView={index < firstView}
          />
        ))}
      </ul>
      {nextCursor && (
        <MoreStories
          cursor={nextCursor}
          heading={heading}
          listPath={listPath}
          listCall={listCall}
          hasShapes
          known={known}
          shown={[...shownElsewhere, ...stories.map(({ slug }) => slug)]}
        />
      )}
    </>
  )
}
