import type { Metadata } from 'next'
import { cache } from 'react'
import { arrangeFront, secondsMost, stripMost } from '#components/article/arrange-front.ts'
import { FrontPage, HomeBanner } from '#components/article/front-page.tsx'
import { NoStories } from '#components/article/no-stories.tsx'
import { StoryList } from '#components/article/story-list.tsx'
import { TopicNav } from '#components/article/topic-nav.tsx'
import { DailyCard } from '#components/sudoku/daily-card.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { AsideLayout } from '#components/ui/page-layouts.tsx'
import { allCategories } from '#contract/categories.ts'
import { pagePath, paths } from '#contract/paths.ts'
import type { ListedStory } from '#contract/stories.ts'
import { read } from '#lib/api/read.ts'
import { listStories } from '#lib/api/stories.ts'
import { noteEnd } from '#lib/renderer/render-context.ts'
import { writeMarkup } from '#lib/renderer/static-markup.ts'
import { collectionLd, webSiteLd } from '#lib/seo/json-ld.ts'
import { listMetadata, unlistedMetadata } from '#lib/seo/metadata.ts'
import { absolute } from '#lib/seo/site.ts'
import { site } from '#lib/site.ts'
import { onePage } from './content-list.tsx'
import { dailyPuzzle } from './daily-puzzle.ts'
import { ask, FailurePanel, homeFailureMessage, MissingAnswer, missingMetadata } from './failure-answer.tsx'
import { oneValue, type SearchParams } from './route-params.ts'

/** Its further pages are those of the list of everything: home itself is one page. */
const listPath = paths.category(allCategories)

const load = cache(async () => {
  const [front, list, fiction, count] = await Promise.all([
    ask(read('GET /front-page')),
    ask(listStories({ kind: 'category', category: allCategories }, onePage)),
    ask(listStories({ kind: 'category', category: 'fiction' }, { limit: stripMost + 1 + secondsMost })),
    ask(read('GET /contents/record/count')),
  ])
  // Another product API need not have it: the newest are on top.
  const { top, ends_at } = front.ok ? front.value.body : { top: [], ends_at: null }
  return {
    top,
    topEndsAt: Date.parse(ends_at ?? ''),
    list,
    fiction: fiction.ok ? fiction.value.body : [],
    count: count.ok ? count.value.body.count : undefined,
  }
})

type Props = { searchParams: SearchParams }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  if (oneValue((await searchParams).cursor)) return missingMetadata()
  const { list } = await load()
  if (!list.ok) return unlistedMetadata(site().tagline)
  const { nextCursor } = list.value
  return {
    ...listMetadata({ path: paths.home }),
    ...(nextCursor && { pagination: { next: absolute(pagePath(listPath, nextCursor)) } }),
  }
}

export default async function HomePage({ searchParams }: Props) {
  if (oneValue((await searchParams).cursor)) return <MissingAnswer />
  const { top, topEndsAt, list, fiction, count } = await load()
  // A pin's end changes the page, though nothing is written then.
  if (topEndsAt > 0) noteEnd(topEndsAt)
  const home = { name: site().name, description: site().tagline, listPath: paths.home }
  return (
    <>
      <LogInToWrite />
      <HomeBanner
        tagline={site().tagline}
        count={count}
        subscribe={
          <a href={paths.subscribe} className={buttonStyle.primary}>
            Subscribe Today
          </a>
        }
      />
      <JsonLd data={webSiteLd()} write={writeMarkup} />
      {list.ok && <JsonLd data={collectionLd({ ...home, stories: list.value.body })} write={writeMarkup} />}
      {list.ok ? (
        <HomeStories top={top} stories={list.value.body} fiction={fiction} nextCursor={list.value.nextCursor} />
      ) : (
        <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-6">
          <FailurePanel failure={list.failure} message={homeFailureMessage(list.failure)} />
        </div>
      )}
    </>
  )
}

/** Why a visitor who wanted to write is here. Home is the same for all: the address shows it, and a session hides it. */
function LogInToWrite() {
  return (
    <p
      id="log-in-to-write"
      className="hidden flex-wrap items-center justify-center gap-x-2 bg-notice-ground px-4 py-2 text-ui text-notice [html:not([data-session=in])_&:target]:flex"
    >
      Log in to write a story. You’ll come straight to it.
      <a href={paths.login()} className="inline-flex min-h-11 items-center font-semibold underline">
        Log in
      </a>
      <a href={paths.signup()} className="inline-flex min-h-11 items-center underline">
        Create an account
      </a>
    </p>
  )
}

type HomeStoriesProps = {
  top: ListedStory[]
  stories: ListedStory[]
  fiction: ListedStory[]
  nextCursor: string | undefined
}

/** Every story appears once: the list leaves out what is above it. */
function HomeStories({ top, stories, fiction, nextCursor }: HomeStoriesProps) {
  const front = arrangeFront({ top, stories, fiction })
  if (!front) {
    return (
      <div className="mx-auto w-full max-w-page px-4 pb-16 md:px-6">
        <NoStories />
      </div>
    )
  }
  const { lead, seconds, strip, rows, shownAbove } = front
  return (
    <>
      <FrontPage
        lead={lead}
        seconds={seconds}
        fiction={strip}
        sudoku={<DailyCard {...dailyPuzzle()} />}
        write={writeMarkup}
      />
      {(rows.length > 0 || nextCursor) && (
        <AsideLayout
          aside={
            <>
              <h2 className="font-serif text-lead font-semibold">Latest stories</h2>
              <TopicNav categories={site().categories} write={writeMarkup} />
            </>
          }
        >
          <StoryList
            write={writeMarkup}
            stories={rows}
            heading="h3"
            nextCursor={nextCursor}
            listPath={listPath}
            listCall={{
              name: 'GET /contents/category/:category',
              input: { params: { category: allCategories }, query: onePage },
            }}
            firstView={0}
            shownElsewhere={shownAbove}
          />
        </AsideLayout>
      )}
    </>
  )
}
