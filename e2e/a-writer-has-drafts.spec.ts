import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { expect, signedIn, signIn, test } from './support/people.ts'
import { aDraft, aPublishedStory, publish } from './support/stories.ts'

const banner = 'Draft — This post is not published yet'
const statusFor = async (context: BrowserContext, slug: string) =>
  (await context.request.get(`/article/${slug}`)).status()

/** Answers the next question of the browser, and says what it was. */
function answerNext(page: Page, isYes = true): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', async (dialog) => {
      await (isYes ? dialog.accept() : dialog.dismiss())
      resolve(dialog.message())
    })
  })
}

test('a draft’s address works for its author and administrators only, until it is published', async ({
  browser,
  page,
}) => {
  const [stranger, other, boss] = await Promise.all([1, 2, 3].map(() => browser.newContext()))
  if (!stranger || !other || !boss) throw new Error('no browser')
  await signedIn(page.context())
  await signedIn(other)
  await signIn(boss, admin)
  const draft = await aDraft(page.context())

  // A stranger first: their 404 is cached, and must not mix with the author's view.
  expect(await statusFor(stranger, draft.slug)).toBe(404)
  const answer = await page.goto(`/article/${draft.slug}`)
  expect(answer?.status()).toBe(200)
  expect(answer?.headers()['cache-control']).toBe('private, no-store')
  await expect(page.getByText(banner)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(draft.title)
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/article/${draft.slug}/edit`)
  await expect(page.getByRole('button', { name: /^Saved?$/ })).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expectAccessible(page)

  const [forStranger, forOther] = await Promise.all(
    [stranger, other].map(async (context) => (await context.request.get(`/article/${draft.slug}`)).text()),
  )
  expect(forStranger).not.toContain(draft.title)
  expect(forOther).toBe(forStranger)
  expect(await statusFor(other, draft.slug)).toBe(404)
  const madeUp = await stranger.request.get(`/article/${draft.slug}`, {
    headers: { cookie: 'next-auth.session-token=made-up' },
  })
  expect([madeUp.status(), await madeUp.text()]).toEqual([404, forStranger])
  expect(await statusFor(page.context(), `${draft.slug}.md`)).toBe(404)
  expect((await page.context().request.get(`/private-article/${draft.slug}`)).status()).toBe(404)
  expect(await (await boss.request.get(`/article/${draft.slug}`)).text()).toContain(banner)

  await publish(page.context(), draft)
  expect(await statusFor(stranger, draft.slug)).toBe(200)
  const reader = await other.newPage()
  await reader.goto(`/article/${draft.slug}`)
  await expect(reader.getByRole('button', { name: 'Follow Author', exact: true })).toBeVisible()
  await expect(reader.getByRole('button', { name: 'Share' })).toBeVisible()
  for (const name of ['Edit', 'Delete', 'More']) {
    await expect(reader.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expect(reader.getByRole('link', { name, exact: true })).toHaveCount(0)
  }
  await Promise.all([stranger, other, boss].map((context) => context.close()))
})

test('a story can be taken back, deleted, and brought back by an administrator', async ({ browser, page }) => {
  const boss = await browser.newContext()
  await signIn(boss, admin)
  await signedIn(page.context())
  const story = await aPublishedStory(page.context())

  await page.goto(`/article/${story.slug}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const unpublishes = answerNext(page)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await unpublishes
  await expect(page.getByText(banner)).toBeVisible()
  await expect(page).toHaveURL(`/article/${story.slug}`)

  const keeps = answerNext(page, false)
  await page.getByRole('button', { name: 'Delete' }).click()
  expect(await keeps).toBe('Are you sure you want to delete this article?')
  const deletes = answerNext(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await deletes
  await expect(page).toHaveURL('/')
  expect(await statusFor(page.context(), story.slug)).toBe(404)

  const bossPage = await boss.newPage()
  await bossPage.goto(`/article/${story.slug}`)
  await expect(bossPage.getByText(/^Deleted on/)).toBeVisible()
  await expectAccessible(bossPage)
  await bossPage.getByRole('button', { name: 'Restore' }).click()
  await expect(bossPage.getByText(banner)).toBeVisible()
  expect(await statusFor(page.context(), story.slug)).toBe(200)
  await boss.close()
})

test('the list of drafts leads to them, and loses what is deleted', async ({ page }) => {
  await signedIn(page.context())
  await page.goto('/drafted-stories')
  await expect(page.getByRole('heading', { name: 'Drafted Articles' })).toBeVisible()
  await expect(page.getByText("It's empty here.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Write a new story' })).toHaveAttribute('href', '/new-story')

  const draft = await aDraft(page.context(), { title: 'Rope' })
  await aDraft(page.context(), { title: '', content: '' })
  await page.reload()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Untitled draft', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Rope', exact: true }).click()
  await expect(page).toHaveURL(`/article/${draft.slug}`)
  await expect(page.getByText(banner)).toBeVisible()

  await page.goto('/drafted-stories')
  const deletes = answerNext(page)
  await page.getByRole('button', { name: 'Delete: Rope' }).click()
  await deletes
  await expect(page.getByRole('link', { name: 'Rope', exact: true })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Untitled draft', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Rope', exact: true })).toHaveCount(0)
})

test('a published story is the public page with its author’s tools, which work by keyboard alone', async ({ page }) => {
  await signedIn(page.context())
  const story = await aPublishedStory(page.context())
  const answer = await page.goto(`/article/${story.slug}`)
  expect(answer?.headers()['cache-control']).toMatch(/^public/)
  await expect(page.getByText(banner)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()
  await expectAccessible(page)
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'Readers' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Duplicate' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(page.getByRole('button', { name: 'Duplicate' })).toBeHidden()
})
