import { filePaths } from '#contract/file-paths.ts'
import { paths } from '#contract/paths.ts'
import { listPublicEpisodes, openReadingListFeed } from '#lib/api/podcasts.ts'
import { webEnv } from '#lib/env.ts'
import { writePodcastFeed } from './podcast-feed.ts'
import { absolute, siteDescription } from './site.ts'

/** The public episodes, for podcast apps and directories. */
export async function makePublicPodcastFeed(): Promise<Response> {
  const episodes = await listPublicEpisodes()
  return writePodcastFeed({
    title: webEnv().PRODUCT_NAME,
    description: siteDescription,
    self: absolute(filePaths.podcastFeed),
    link: absolute(paths.home),
    isPrivate: false,
    episodes,
  })
}

/** A reader's saved stories, for their podcast app alone. @throws ApiFailure with status 404 for a wrong key. */
export async function makeReadingListFeed(key: string): Promise<Response> {
  const { name, episodes } = await openReadingListFeed(key)
  const { PRODUCT_NAME } = webEnv()
  const response = writePodcastFeed({
    title: `${name}’s reading list on ${PRODUCT_NAME}`,
    description: `The stories that ${name} saved on ${PRODUCT_NAME}, read aloud.`,
    self: absolute(filePaths.readingListFeed(key)),
    link: absolute(paths.bookmarks),
    isPrivate: true,
    episodes,
  })
  response.headers.set('cache-control', 'private, no-store')
  response.headers.set('x-robots-tag', 'noindex')
  return response
}
