import { ProsePage } from '#components/ui/page-layouts.tsx'
import { paths } from '#contract/paths.ts'
import { tags } from '#contract/tags.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => ({
  ...pageMetadata({ title: 'Reading offline', path: paths.offline }),
  robots: { index: false, follow: true },
})

/** Without a connection the worker shows the saved stories in the place of this text. */
export default function OfflinePage() {
  noteTags([tags.site])
  return (
    <ProsePage title="Reading offline" intro="Your saved stories come with you, even where there is no connection.">
      <p>
        Save a story while you are logged in, or open <a href={paths.bookmarks}>your saved stories</a>, and this browser
        keeps a copy with its pictures. When you have no connection, open the story as usual. Any other page then shows
        a list of the stories that are on this device.
      </p>
      <p>
        While you are online you always get the newest version of every page. The copies hold up to 100 stories that you
        saved last. They are deleted when you log out, and a story’s copy is deleted when you remove it from your saved
        stories or when it is no longer published.
      </p>
    </ProsePage>
  )
}
