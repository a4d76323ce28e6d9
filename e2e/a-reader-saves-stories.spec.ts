import { expectAccessible } from './support/accessibility.ts'
import { watchShifts } from './support/layout-shift.ts'
import { expect, signedIn, test } from './support/people.ts'
import { someStories } from './support/stories.ts'

test('a reader saves a story by a button that moves nothing when it comes, finds it again and removes it', async ({
  page,
  request,
}) => {
  await signedIn(page.context())
  const [story] = await someStories(request, 1)
  const shifts = await watchShifts(page)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/article/${story?.slug}`)
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
    expect(await shifts.moved(), `at ${width}`).toBeLessThan(0.01)
  }
  // The button changes before the server has answered.
  const heard = (method: 'POST' | 'DELETE') =>
    page.waitForResponse(
      (answer) => answer.request().method() === method && new URL(answer.url()).pathname.startsWith('/api/bookmarks'),
    )
  const saved = heard('POST')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saved', pressed: true })).toBeVisible()
  await saved
  await page.reload()
  await expect(page.getByRole('button', { name: 'Saved', pressed: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/bookmarks')
  await expect(page.getByRole('heading', { name: 'Saved Articles' })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await expectAccessible(page)
  const card = page.getByRole('main').getByRole('listitem')
  await expect(card.getByRole('link')).toHaveAttribute('href', `/article/${story?.slug}`)
  const removed = heard('DELETE')
  await page.getByRole('button', { name: /^Remove/ }).click()
  await removed
  const undone = heard('POST')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card.getByRole('link')).toBeVisible()
  await undone
  const removedAgain = heard('DELETE')
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText(/^Removed:/)).toBeVisible()
  await removedAgain
  await page.reload()
  await expect(page.getByText("It's empty here.")).toBeVisible()
})

test('many saved stories can be searched and put in order', async ({ page, request }) => {
  await signedIn(page.context())
  const { _id: userId } = await (await page.request.get('/api/users/current_user')).json()
  const stories = await someStories(request, 13)
  for (const { _id: articleId } of stories) await page.request.post('/api/bookmarks', { data: { userId, articleId } })
  await page.goto('/bookmarks')
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(13)
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'By title' })
  const titles = stories.map(({ title }) => title).sort((one, other) => one.localeCompare(other, 'en'))
  await expect(cards.first().getByRole('link')).toHaveText(titles[0] ?? '')
  await page.getByRole('searchbox', { name: 'Search what you saved' }).fill('no such words anywhere')
  await expect(page.getByText(/None of your saved stories match/)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search what you saved' }).fill('')
  await expect(cards).toHaveCount(13)
})
