import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#contract/paths.ts'

type Props = {
  /** The slug of the publication that the list belongs to: its first story is written for it. */
  publication?: string | undefined
}

export function NoStories({ publication }: Props) {
  return (
    <EmptyState
      title="It's empty here"
      text="No stories have been published yet."
      action={
        <ButtonLink look="primary" href={publication ? paths.publicationNewStory(publication) : paths.newStory}>
          Write a new story
        </ButtonLink>
      }
    />
  )
}
