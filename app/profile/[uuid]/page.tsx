import { onePage } from '#app/content-list.tsx'
import { answerMetadata, answerPage } from '#app/failure-answer.tsx'
import { decodedParam, oneValue, type SearchParams } from '#app/route-params.ts'
import { StoryList } from '#components/article/story-list.tsx'
import { SubscribeForm } from '#components/newsletter/subscribe-form.tsx'
import { OwnPages } from '#components/profile/own-pages.tsx'
import { OwnWriting } from '#components/profile/own-writing.tsx'
import { OwnerPanel } from '#components/profile/owner-panel.tsx'
import { ProfileDetails } from '#components/profile/profile-details.tsx'
import { ProfileIsland } from '#components/profile/profile-island.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { ButtonLink, LineLink } from '#components/ui/links.tsx'
import { filePaths } from '#contract/file-paths.ts'
import { paths } from '#contract/paths.ts'
import type { StoryCard } from '#contract/stories.ts'
import { read } from '#lib/api/read.ts'
import { listStories } from '#lib/api/stories.ts'
import { writeMarkup } from '#lib/renderer/static-markup.ts'
import { profileLd } from '#lib/seo/json-ld.ts'
import { listMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

/** On the reader's own profile; app/styles/profile.css hides the rest. */
const shownOfOwn = 3

type Props = { params: Promise<{ uuid: string }>; searchParams: SearchParams }

async function load({ params, searchParams }: Props) {
  const uuid = decodedParam((await params).uuid)
  const cursor = oneValue((await searchParams).cursor)
  const [{ body: profile }, { body, nextCursor }] = await Promise.all([
    read('GET /users/profile/:uuid', { params: { uuid } }),
    listStories({ kind: 'author', uuid }, { cursor, ...onePage }),
  ])
  return { profile, stories: body, cursor, nextCursor }
}

export const generateMetadata = (props: Props) =>
  answerMetadata(load(props), ({ profile: { uuid, name, bio }, stories, ...place }) =>
    listMetadata({
      ...place,
      title: name,
      description: bio || `Stories by ${name}.`,
      path: paths.profile(uuid),
      newest: stories[0]?.published_at,
      shareImage: filePaths.listShareImage('author', uuid),
      // A reader's profile is for those who have its address.
      listed: stories.length > 0,
    }),
  )

export default function ProfilePage(props: Props) {
  return answerPage(load(props), ({ profile, stories, nextCursor }) => (
    <div className="mx-auto flex w-full max-w-rows flex-col gap-10 px-4 py-10 md:px-6 md:py-16">
      <JsonLd data={profileLd(profile, stories)} write={writeMarkup} />
      <OwnPages uuid={profile.uuid} current="profile" className="only-own" />
      <ProfileDetails
        profile={profile}
        publications={publicationsOf(stories)}
        actions={<ProfileIsland profile={profile} />}
      />
      {/* A signed-in reader has the follow button instead. */}
      <div className="never-own no-print in-data-[session=in]:hidden">
        <SubscribeForm
          variant="line"
          subject={{ name: profile.name, author: profile.uuid }}
          usual={site().default_frequency}
        />
      </div>
      <OwnWriting uuid={profile.uuid} />
      <section id="stories" aria-labelledby="stories-heading" className="scroll-mt-8">
        <h2 id="stories-heading" className="mb-6 border-b border-line pb-3 text-small font-semibold text-faint">
          Stories
        </h2>
        {stories.length === 0 ? (
          <EmptyState
            title="No stories yet"
            text="Published stories will appear here."
            action={
              <div className="only-own">
                <ButtonLink href={paths.newStory}>Write your first story</ButtonLink>
              </div>
            }
          />
        ) : (
          <StoryList
            write={writeMarkup}
            stories={stories}
            heading="h3"
            nextCursor={nextCursor}
            listPath={paths.profile(profile.uuid)}
            listCall={{ name: 'GET /contents/author/:uuid', input: { params: { uuid: profile.uuid }, query: onePage } }}
            known={{ author: true }}
          />
        )}
        {stories.length > shownOfOwn && (
          <p className="only-own all-stories border-t border-line pt-4">
            <LineLink href="#stories">Show all your stories</LineLink>
          </p>
        )}
      </section>
      <OwnerPanel profile={profile} />
    </div>
  ))
}

/** Those that this page of stories names, each once. */
function publicationsOf(stories: readonly StoryCard[]): { name: string; slug: string }[] {
  const named = stories.flatMap(({ publication: name, publication_slug: slug }) =>
    name && slug ? [{ name, slug }] : [],
  )
  return [...new Map(named.map((one) => [one.slug, one])).values()]
}
