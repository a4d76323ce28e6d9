import { answerMetadata, ask, FailureAnswer, isMissing } from '#app/failure-answer.tsx'
import { decodedParam } from '#app/route-params.ts'
import { ArticleView } from '#components/article/article-view.tsx'
import { PrivateNotice } from '#components/article/private-notice.tsx'
import { storyTitle } from '#components/article/story-names.ts'
import { paths } from '#contract/paths.ts'
import type { StoryPage } from '#contract/stories.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { readAs } from '#lib/api/read.ts'
import { answerWith, movedPermanently } from '#lib/renderer/render-context.ts'
import { writeMarkup } from '#lib/renderer/static-markup.ts'
import { sanitisedStory } from '#lib/sanitised-story.ts'
import { privateMetadata } from '#lib/seo/metadata.ts'
import { absolute } from '#lib/seo/site.ts'
import { currentViewer } from '#lib/session/caller.ts'

type Props = { params: Promise<{ slug: string }> }

async function load({ params }: Props): Promise<StoryPage> {
  const viewer = await currentViewer()
  if (!viewer) throw new ApiFailure(404, 'not_found', 'Nobody is signed in')
  const slug = decodedParam((await params).slug)
  return (await readAs(viewer.as, 'GET /contents/slug/:slug', { params: { slug } })).body
}

export const generateMetadata = (props: Props) =>
  answerMetadata(load(props), ({ post }) => privateMetadata(storyTitle(post)))

/** The page at a story's address for readers who may see it while it is not public. */
export default async function PrivateArticlePage(props: Props) {
  const asked = await ask(load(props))
  if (!asked.ok) return isMissing(asked.failure) ? <StrangersPage /> : <FailureAnswer failure={asked.failure} />

  const { post, next, by_author } = asked.value
  if (post.slug !== decodedParam((await props.params).slug)) movedPermanently(paths.article(post.slug))
  return (
    <ArticleView
      article={post}
      sanitisedHtml={sanitisedStory(post.content)}
      write={writeMarkup}
      url={absolute(paths.article(post.slug))}
      next={next}
      byAuthor={by_author}
      notice={<PrivateNotice story={post} />}
    />
  )
}

/** The server in front sends the public page instead; no one sees this one. */
function StrangersPage() {
  answerWith(404)
  return null
}
