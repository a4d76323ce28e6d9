import type { Metadata } from 'next'
import { cache } from 'react'
import { HomeBanner } from '#components/article/home-banner.tsx'
import { LeadStory } from '#components/article/lead-story.tsx'
import { NoStories } from '#components/article/no-stories.tsx'
import { StoryList } from '#components/article/story-list.tsx'
import { TopicNav } from '#components/article/topic-nav.tsx'
import { AsideLayout } from '#components/ui/aside-layout.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { allCategories } from '#contract/categories.ts'
import { pagePath, paths } from '#contract/paths.ts'
import { countContents, listContents } from '#lib/api/contents.ts'
import { webEnv } from '#lib/env.ts'
import { webSiteLd } from '#lib/seo/json-ld.ts'
import { listMetadata, unlistedMetadata } from '#lib/seo/metadata.ts'
import { absolute, siteDescription } from '#lib/seo/site.ts'
import { setAsideHtml } from '#lib/web-server/set-aside-html.ts'
import { onePage, storiesPerPage } from './content-list.tsx'
import { ask, FailurePanel, homeFailureMessage } from './failure-answer.tsx'

export const dynamic = 'force-dynamic'

/** Its further pages are those of the list of everything: home itself is one page. */
const listPath = paths.category(allCategories)

const load = cache(async () => {
  const [list, count] = await Promise.all([
    ask(listContents({ kind: 'category', category: allCategories }, { limit: storiesPerPage })),
    ask(countContents()),
  ])
  return { list, count: count.ok ? count.value : undefined }
})

export async function generateMetadata(): Promise<Metadata> {
  const { list } = await load()
  if (!list.ok) return unlistedMetadata(siteDescription)
  const { nextCursor } = list.value
  return {
    ...listMetadata({ path: paths.home }),
    ...(nextCursor && { pagination: { next: absolute(pagePath(listPath, nextCursor)) } }),
  }
}

export default async function HomePage() {
  const { list, count } = await load()
  return (
    <>
      <HomeBanner count={count} subscribe={<SubscribeToday />} />
      <JsonLd data={webSiteLd()} setAside={setAsideHtml} />
      {list.ok ? (
        <Stories stories={list.value.body} nextCursor={list.value.nextCursor} />
      ) : (
        <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-6">
          <FailurePanel failure={list.failure} message={homeFailureMessage(list.failure)} />
        </div>
      )}
    </>
  )
}

function SubscribeToday() {
  return (
    <a href={paths.subscribe} className={buttonStyle.primary}>
      Subscribe Today
    </a>
  )
}

function Stories({
  stories,
  nextCursor,
}: {
  stories: Parameters<typeof StoryList>[0]['stories']
  nextCursor?: string | undefined
}) {
  const [lead, ...others] = stories
  if (!lead) {
    return (
      <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-6">
        <NoStories />
      </div>
    )
  }
  return (
    <>
      <div className="mx-auto w-full max-w-page px-4 md:px-6">
        <LeadStory story={lead} />
      </div>
      <AsideLayout
        aside={
          <>
            <h2 className="font-serif text-lead font-semibold">Latest stories</h2>
            <TopicNav productName={webEnv().PRODUCT_NAME} />
          </>
        }
      >
        <StoryList
          stories={others}
          heading="h3"
          nextCursor={nextCursor}
          listPath={listPath}
          listCall={{
            name: 'GET /contents/category/:category',
            input: { params: { category: allCategories }, query: onePage },
          }}
          firstView={0}
        />
      </AsideLayout>
    </>
  )
}
