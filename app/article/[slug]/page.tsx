import { answerMetadata, answerPage } from '#app/failure-answer.tsx'
import { decodedParam } from '#app/route-params.ts'
import { ArticleView } from '#components/article/article-view.tsx'
import { AuthorActions } from '#components/article/author-card.tsx'
import { readerStory } from '#components/article/reader-story.ts'
import { SignedInAction } from '#components/article/signed-in-action.tsx'
import { StoryNewsletter } from '#components/article/story-newsletter.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { categoryName } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import type { Story } from '#contract/stories.ts'
import { getStory } from '#lib/api/stories.ts'
import { movedPermanently } from '#lib/renderer/render-context.ts'
import { writeMarkup } from '#lib/renderer/static-markup.ts'
import { sanitisedStory } from '#lib/sanitised-story.ts'
import { articleLd, bookLd, breadcrumbLd } from '#lib/seo/json-ld.ts'
import { articleMetadata } from '#lib/seo/metadata.ts'
import { absolute } from '#lib/seo/site.ts'
import { site } from '#lib/site.ts'

type Props = { params: Promise<{ slug: string }> }

export async function generateMetadata({ params }: Props) {
  return answerMetadata(getStory(decodedParam((await params).slug)), ({ post }) => articleMetadata(post))
}

export default async function ArticlePage({ params }: Props) {
  const slug = decodedParam((await params).slug)
  return answerPage(getStory(slug), ({ post, next, by_author }) => {
    if (post.slug !== slug) movedPermanently(paths.article(post.slug))
    const story = readerStory(post)
    return (
      <>
        <ArticleView
          article={post}
          // The product API sanitises as well, but it may be replaced by another one.
          sanitisedHtml={sanitisedStory(post.content)}
          write={writeMarkup}
          url={absolute(paths.article(post.slug))}
          next={next}
          byAuthor={by_author}
          ownerTools={<SignedInAction part="tools" story={story} />}
          actions={<SignedInAction part="save" story={story} place="h-11 w-11 md:w-24" />}
          authorActions={story.author && <AuthorActions story={story} />}
          newsletter={<StoryNewsletter story={post} site={site()} />}
        />
        {structuredData(post).map((data) => (
          <JsonLd key={data['@type']} data={data} write={writeMarkup} />
        ))}
      </>
    )
  })
}

function structuredData(article: Story) {
  const category = categoryName(article.category, site().categories)
  const book = bookLd(article)
  return [
    articleLd(article),
    ...(book ? [book] : []),
    breadcrumbLd([
      { name: 'Home', path: paths.home },
      { name: category, path: paths.category(article.category) },
      { name: article.title, path: paths.article(article.slug) },
    ]),
  ]
}
