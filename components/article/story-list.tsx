import { StaticMarkup, type WriteMarkup } from '#components/ui/static-markup.tsx'
import { MoreStories, type MoreStoriesProps } from './more-stories.tsx'
import { type RowStory, rowShape, StoryRow } from './story-row.tsx'

type Props = Omit<MoreStoriesProps, 'cursor' | 'shown' | 'hasShapes'> & {
  stories: readonly RowStory[]
  nextCursor: string | undefined
  /** How many rows are in view when the page opens. */
  firstView?: number
  /** The slugs of stories that the page shows elsewhere: they don't come again. */
  shownElsewhere?: readonly string[]
  write?: WriteMarkup | undefined
}

/** A page of stories, and the way to the next. */
export function StoryList({ stories, nextCursor, firstView = 2, shownElsewhere = [], write, ...page }: Props) {
  // Rows that are loaded later have a list of their own.
  const place = { count: stories.length, isEnd: true }
  return (
    <>
      <StaticMarkup as="ul" className="story-rows" write={write}>
        {stories.map((story, index) => (
          <StoryRow
            key={story.slug}
            story={story}
            heading={page.heading}
            shape={rowShape(index, place)}
            known={page.known}
            isFirstView={index < firstView}
          />
        ))}
      </StaticMarkup>
      {nextCursor && (
        <MoreStories
          {...page}
          cursor={nextCursor}
          hasShapes
          shown={[...shownElsewhere, ...stories.map(({ slug }) => slug)]}
        />
      )}
    </>
  )
}
