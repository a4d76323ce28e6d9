import { Icon } from '#components/ui/icon.tsx'
import { paths } from '#contract/paths.ts'

/** `pathname` is empty in the server's HTML: CSS hides the link there by theme.js's `data-page`. */
export function NewStoryLink({ pathname }: { pathname: string }) {
  if (pathname.includes('new-story')) return null
  return (
    <a
      href={newStoryPath(pathname)}
      aria-label="New Story"
      className="flex h-11 min-w-11 items-center justify-center gap-2 whitespace-nowrap rounded-full bg-green text-ui font-semibold text-green-on hover:bg-green/90 in-data-[page=new-story]:hidden lg:px-4"
    >
      <Icon name="pen" />
      <span className="hidden lg:inline">New Story</span>
    </a>
  )
}

/** On a publication's page one writes for it. */
function newStoryPath(pathname: string): string {
  const publication = /^\/publication\/([A-Za-z0-9_-]+)(?:\/|$)/.exec(pathname)?.[1]
  return publication && publication !== 'new' ? paths.publicationNewStory(publication) : paths.newStory
}
