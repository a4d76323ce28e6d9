import { MoreStories } from './more-stories.tsx'
import type { StoryListCall } from './story-list-call.ts'
import { type RowStory, StoryRow } from './story-row.tsx'

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
}

/** A page of stories, and the way to the next. */
export function StoryList({ stories, heading, nextCursor, listPath, listCall, firstView = 2 }: Props) {
  return (
    <>
      <ul>
        {stories.map((story, index) => (
          <StoryRow key={story.slug} story={story} heading={heading} isFirstView={index < firstView} />
        ))}
      </ul>
      {nextCursor && (
        <MoreStories
          cursor={nextCursor}
          heading={heading}
          listPath={listPath}
          listCall={listCall}
          shown={stories.map(({ slug }) => slug)}
        />
      )}
    </>
  )
}
