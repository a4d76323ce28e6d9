import type { Metadata } from 'next'
import { cache } from 'react'
import { onePage, storiesPerPage } from '#app/content-list.tsx'
import { ask, FailureAnswer, failureMetadata } from '#app/failure-answer.tsx'
import { decodedParam, oneValue, type SearchParams } from '#app/route-params.ts'
import { StoryList } from '#components/article/story-list.tsx'
import { OwnerRoom } from '#components/profile/owner-room.tsx'
import { ProfileDetails } from '#components/profile/profile-details.tsx'
import { ProfileIsland } from '#components/profile/profile-island.tsx'
import { AsideLayout } from '#components/ui/aside-layout.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { paths } from '#contract/paths.ts'
import { listContents } from '#lib/api/contents.ts'
import { getProfile } from '#lib/api/users.ts'
import { personLd } from '#lib/seo/json-ld.ts'
import { listMetadata } from '#lib/seo/metadata.ts'
import { setAsideHtml } from '#lib/web-server/set-aside-html.ts'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ uuid: string }>; searchParams: SearchParams }

const loadProfile = cache(async (uuid: string, cursor?: string) => {
  const [profile, { body, nextCursor }] = await Promise.all([
    getProfile(uuid),
    listContents({ kind: 'author', uuid }, { cursor, limit: storiesPerPage }),
  ])
  return { profile, stories: body, nextCursor }
})

async function load({ params, searchParams }: Props) {
  return loadProfile(decodedParam((await params).uuid), oneValue((await searchParams).cursor))
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const asked = await ask(load(props))
  if (!asked.ok) return failureMetadata(asked.failure)
  const { profile, stories, nextCursor } = asked.value
  return listMetadata({
    title: profile.name,
    description: profile.bio || `Stories by ${profile.name}.`,
    path: paths.profile(profile.uuid),
    cursor: oneValue((await props.searchParams).cursor),
    nextCursor,
    shareImage: paths.listShareImage('author', profile.uuid),
    // A reader's profile is for those who have its address.
    listed: stories.length > 0,
  })
}

export default async function ProfilePage(props: Props) {
  const asked = await ask(load(props))
  if (!asked.ok) return <FailureAnswer failure={asked.failure} />
  const { profile, stories, nextCursor } = asked.value
  return (
    <AsideLayout aside={<ProfileDetails profile={profile} actions={<ProfileIsland profile={profile} />} />}>
      <JsonLd data={personLd(profile)} setAside={setAsideHtml} />
      <OwnerRoom profile={profile} />
      <h2 className="mb-4 text-small font-semibold text-faint">Stories</h2>
      {stories.length === 0 ? (
        <EmptyState title="No stories yet" text="What is published will stand here." />
      ) : (
        <StoryList
          stories={stories}
          heading="h3"
          nextCursor={nextCursor}
          listPath={paths.profile(profile.uuid)}
          listCall={{ name: 'GET /contents/author/:uuid', input: { params: { uuid: profile.uuid }, query: onePage } }}
        />
      )}
    </AsideLayout>
  )
}
