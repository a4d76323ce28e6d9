import { Icon } from '#components/ui/icon.tsx'
import { paths } from '#contract/paths.ts'

/** Leads to the right place from the server's HTML on. `path`: of the page; none is offered where one writes a new story. */
export function NewStoryLink({ path }: { path: string }) {
  if (path.includes('new-story')) return null
  return (
    <a
      href={newStoryPath(path)}
      aria-label="New Story"
      className="relative flex h-9 min-w-9 items-center justify-center gap-2 whitespace-nowrap rounded-full bg-green text-ui font-semibold text-green-on after:absolute after:-inset-1 hover:bg-green/90 lg:px-4"
    >
      <Icon name="pen" size={18} />
      <span className="hidden lg:inline">New Story</span>
    </a>
  )
}

/** On a publication's page, a new story is for that publication. */
function newStoryPath(path: string): string {
  const publication = /^\/publication\/([A-Za-z0-9_-]+)(?:\/|$)/.exec(path)?.[1]
  return publication && publication !== 'new' ? paths.publicationNewStory(publication) : paths.newStory
}
