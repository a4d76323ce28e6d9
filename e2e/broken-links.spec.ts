import { LinkChecker } from 'linkinator'
import { admin, siteUrl } from './support/address.ts'
import { expect, signIn, test } from './support/people.ts'

/**
 * Follows every link, picture, script and fragment of the site from these pages on. The checker asks for all links of a
 * page at once, whatever concurrency it is told, so a time limit for each would also count the wait for the others.
 * @returns the broken links.
 */
async function deadLinks(
  headers: Record<string, string>,
  path: string[],
): Promise<{ dead: string[]; followed: number }> {
  const checker = new LinkChecker()
  const { links } = await checker.check({
    path: path.map((at) => siteUrl + at),
    recurse: true,
    checkFragments: true,
    checkCss: true,
    headers,
    linksToSkip: async (link) => !link.startsWith(siteUrl),
  })
  const followed = links.filter(({ state }) => state === 'OK').length
  const dead = links
    .filter(({ state }) => state === 'BROKEN')
    .map(({ url, status, parent, failureDetails = [] }) => `${parent} → ${url}: ${status || failureDetails.join()}`)
  return { dead, followed }
}

test('no link of the site is dead', async ({ extraHTTPHeaders }) => {
  test.setTimeout(180_000)
  const { dead, followed } = await deadLinks(extraHTTPHeaders ?? {}, ['/', '/newsletters', '/sitemap.xml'])
  expect(dead).toEqual([])
  expect(followed).toBeGreaterThan(150)
})

test('no link of the administrators’ pages is dead', async ({ context, extraHTTPHeaders }) => {
  test.setTimeout(180_000)
  await signIn(context, admin)
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const desk = ['', '/people', '/stories', '/jobs', '/audit', '/system'].map((page) => `/admin-dashboard${page}`)
  const { dead } = await deadLinks({ ...extraHTTPHeaders, cookie: cookies }, [
    ...desk,
    '/send-newsletters',
    '/podcasts',
  ])
  expect(dead).toEqual([])
})
