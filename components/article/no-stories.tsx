import { buttonStyle } from '#components/ui/button-style.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#contract/paths.ts'

/** Where a list of published stories has none. */
export function NoStories() {
  return (
    <EmptyState
      title="It's empty here"
      text="No stories have been published yet."
      action={
        <a href={paths.newStory} className={buttonStyle.primary}>
          Write a new story
        </a>
      }
    />
  )
}
