import { byteBudget, firstWindow, type PageBytes } from './support/byte-budget.ts'
import { addresses, measurePage, type Name, quickBytes } from './support/page-bytes.ts'
import { expect, signedIn, test } from './support/people.ts'
import { stories } from './support/site-content.ts'

for (const name of Object.keys(byteBudget) as Name[]) {
  test(`the bytes of a page are within their budget: ${name}`, async ({ page, request }) => {
    if (name === 'new story') await signedIn(page.context())
    const measured = await measurePage(page, (await addresses(request))[name])
    const budget: PageBytes = byteBudget[name]
    const over = (Object.keys(budget) as (keyof PageBytes)[]).filter((part) => measured[part] > budget[part])
    expect(over.map((part) => `${part}: ${measured[part]}, at most ${budget[part]}`)).toEqual([])
  })
}

test('browsers are told to compile scripts while they load', async ({ page, request }) => {
  await page.goto('/users/login')
  const sources = await page.evaluate(() =>
    [...document.scripts].map(({ src }) => src).filter((src) => /_next/.test(src)),
  )
  expect(sources.length).toBeGreaterThan(3)
  for (const source of sources) {
    expect(await (await request.get(source)).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  }
})

test('home, lists, log-in, searches and every seeded story come whole with the first packets', async ({ request }) => {
  const { home, list, search, 'log-in': logIn } = await addresses(request)
  const all = [home, list, search, logIn, '/books', ...(await stories(request)).map(({ slug }) => `/article/${slug}`)]
  const tooLarge: string[] = []
  for (const address of all) {
    const answer = await request.get(address)
    const head = answer.headersArray().reduce((sum, { name, value }) => sum + `${name}: ${value}\r\n`.length, 0)
    const bytes = head + quickBytes(await answer.body(), answer.headers()['content-encoding'])
    if (bytes > firstWindow) tooLarge.push(`${address}: ${bytes}`)
  }
  expect(tooLarge).toEqual([])
})
