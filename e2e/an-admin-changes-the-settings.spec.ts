import { expectAccessibleEverywhere } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { type OwnSite, ownSite } from './support/own-site.ts'
import { expect, signIn, test } from './support/people.ts'

const path = '/admin-dashboard/settings'
let site: OwnSite
let second: Awaited<ReturnType<OwnSite['startSecondWeb']>>

test.beforeAll(async () => {
  site = await ownSite()
  second = await site.startSecondWeb()
})
test.afterAll(() => site.stop())

test('an administrator renames the site and adds a category, and every node shows it', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url })
  await signIn(context, admin)
  const page = await context.newPage()
  const nodes = [site.url, second.url]
  // From now on both nodes keep the page under the old name.
  for (const node of nodes) expect(await titleOf(node)).toMatch(/^Bytewise · /)

  await page.goto(path)
  const look = page.getByRole('form', { name: 'Name and look' })
  await look.getByLabel('Name', { exact: true }).fill('Night Shift')
  await look.getByLabel('Accent colour (optional)').fill('#1b5e8a')
  await look.getByRole('button', { name: 'Save' }).click()
  await expect(look.getByText('Saved. The whole site shows it now.')).toBeVisible()
  for (const node of nodes) {
    await expect.poll(() => titleOf(node), { intervals: [50] }).toMatch(/^Night Shift · /)
  }

  const categories = page.getByRole('form', { name: 'Categories' })
  await categories.getByRole('button', { name: 'Add a category' }).click()
  await categories.getByLabel('Name', { exact: true }).fill('Short reads')
  await categories.getByLabel('Sentence (optional)').fill('In the time of a kettle.')
  await categories.getByRole('button', { name: 'Save' }).click()
  await expect(categories.getByText('Saved. The whole site shows it now.')).toBeVisible()
  for (const node of nodes) {
    await expect
      .poll(() => titleOf(`${node}/articles/short-reads`), { intervals: [50] })
      .toBe('Short reads · Night Shift')
  }
  await expectAccessibleEverywhere(page)

  await page.goto('/new-story')
  await expect(page.getByRole('link', { name: 'Night Shift' }).first()).toBeVisible()
  await page.goto('/admin-dashboard/audit')
  await expect(page.getByText('Changed the name of the site from “Bytewise” to “Night Shift”.')).toBeVisible()
  await context.close()
})

test('settings survive a restart, and a node that could not ask for them asks again', async ({ playwright }) => {
  const asAdmin = await playwright.request.newContext({ baseURL: site.url })
  await signIn({ request: asAdmin }, admin)
  const { version } = (await (await asAdmin.get('/api/dashboard/settings')).json()) as { version: number }
  const answer = await asAdmin.put('/api/dashboard/settings', { data: { version, name: 'Day Shift' } })
  expect(answer.status(), await answer.text()).toBe(200)
  await asAdmin.dispose()
  await site.killApi()
  await site.restartWeb()
  await site.startApi()
  await expect.poll(() => titleOf(site.url), { timeout: 15_000 }).toMatch(/^Day Shift · /)
})

async function titleOf(url: string): Promise<string | undefined> {
  return /<title>([^<]*)/.exec(await (await fetch(url)).text())?.[1]
}
