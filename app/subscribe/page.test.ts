import { renderToStaticMarkup } from 'react-dom/server'
import { aProductApi } from '#lib/bff/testing/a-product-api.ts'
import SubscribePage from './page.tsx'

const api = aProductApi()

async function show(query: Record<string, string>): Promise<string> {
  return renderToStaticMarkup(await SubscribePage({ searchParams: Promise.resolve(query) }))
}

const ada = { uuid: 'ada', name: 'Ada Ferrante', email: null, profile_image: null, bio: '', joined_on: null }

test('subscribes to the author in the address, by name', async () => {
  api.answering = { body: { ...ada, followers: null } }
  const html = await show({ author: 'ada' })
  expect(api.asked.map(({ url }) => url)).toEqual(['/users/profile/ada'])
  expect(html).toContain('Subscribe to Ada Ferrante and get updates straight in your inbox.')
  expect(html).toContain('<input type="hidden" name="following_author" value="ada"/>')
  // The usual frequency of followers.
  expect(html).toMatch(/<input[^>]* checked=""[^>]* value="published"/)
})

test.each(['author', 'publication'])('offers the whole site for an unknown %s', async (kind) => {
  api.answering = { status: 404, body: { code: 'not_found', message: 'Unknown.' } }
  const html = await show({ [kind]: 'nobody' })
  expect(html).toContain('Subscribe to Bytewise and get updates straight in your inbox.')
  expect(html).not.toContain('following_author')
  expect(html).toContain('Topic')
})
