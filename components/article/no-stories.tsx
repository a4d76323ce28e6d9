import { buttonStyle } from '#components/ui/button-style.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#contract/paths.ts'

type Props = {
  /** The slug of the publication that the list belongs to: its first story is written for it. */
  publication?: string | undefined
}

/** For an empty list of published stories. */
export function NoStories({ publication }: Props) {
  return (
    <EmptyState
      title="It's empty here"
      text="No stories have been published yet."
      action={
        <a href={publication ? paths.publicationNewStory(publication) : paths.newStory} className={buttonStyle.primary}>
          Write a new story
        </a>
      }
    />
  )
}
