import { ask, OwnersFailureAnswer } from '#app/failure-answer.tsx'
import { SignedInOnly } from '#app/page-access.tsx'
import { decodedParam } from '#app/route-params.ts'
import { EditorPage } from '#components/editor/editor-page.tsx'
import { paths } from '#contract/paths.ts'
import { readAs } from '#lib/api/read.ts'
import { movedPermanently } from '#lib/renderer/render-context.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import type { Viewer } from '#lib/session/caller.ts'
import { site } from '#lib/site.ts'
import { plainText } from '#story-html/plain-text.ts'
import { countWords } from '#story-html/reading-time.ts'
import { sanitiseStory } from '#story-html/sanitise.ts'
import { normaliseStory } from '#story-html/to-editor.ts'

export const generateMetadata = () => unlistedMetadata('Edit story')

export default async function EditStoryPage({ params }: { params: Promise<{ slug: string }> }) {
  const slug = decodedParam((await params).slug)
  return <SignedInOnly path={paths.editArticle(slug)}>{(viewer) => editStory(slug, viewer)}</SignedInOnly>
}

async function editStory(slug: string, { user, as }: Viewer) {
  const asked = await ask(readAs(as, 'GET /contents/:id/working-copy', { params: { id: slug } }))
  if (asked.ok) {
    // Another product API may have stored a text that ours would not: it is shown before the editor reads it. Everything
    // is worked out here, and not once more by a phone.
    const content = normaliseStory(sanitiseStory(asked.value.body.content))
    const story = { ...asked.value.body, content }
    // A former slug redirects; a story is found by its id as well.
    if (slug !== story.slug && slug !== story._id) movedPermanently(paths.editArticle(story.slug))
    const words = countWords(plainText(content))
    return <EditorPage categories={site().categories} story={story} words={words} person={user} />
  }
  // In capitals a slug is none of our product API's, but may be one of another's.
  if (asked.failure.status === 404 && slug !== slug.toLowerCase())
    movedPermanently(paths.editArticle(slug.toLowerCase()))
  return <OwnersFailureAnswer failure={asked.failure} />
}
