import { expect, test } from '@playwright/test'
import { aStory, everyStory } from './support/site-content.ts'

test('a visitor opens a story from the home page, reads it to the end, prints it alone and goes to its author', async ({
  page,
  request,
}) => {
  const story = await aStory(request)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Byte size knowledge that makes you smarter everyday.',
  )
  await page.getByRole('link', { name: story.title }).first().click()

  await expect(page).toHaveURL(`/article/${story.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(story.title)
  await expect(page.getByText('Thanks for reading')).toBeVisible()
  await expect(page.getByText('Representational Image')).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: story.author_name }).first().click()
  await expect(page).toHaveURL(`/profile/${story.author_uuid}`)
  await expect(page.getByRole('heading', { name: 'Profile Details' })).toBeVisible()
  await expect(page.getByRole('link', { name: story.title }).first()).toBeVisible()
})

test('a story’s text is once in its page, and stays when scripts have run', async ({ page, request }) => {
  const { slug } = await aStory(request)
  const answer = await request.get(`/api/contents/slug/${slug}`)
  const { content } = (await answer.json()) as { content: string }
  const sentence = [...content.matchAll(/>([\w ,]{30,})/g)].at(-1)?.[1] ?? 'no plain sentence'
  const html = await (await request.get(`/article/${slug}`)).text()
  expect(html.split(sentence)).toHaveLength(2)

  await page.goto(`/article/${slug}`)
  await page.getByRole('button', { name: /share/i }).click()
  await expect(page.getByText(sentence)).toBeVisible()
})

test('a story ends with its author, to be followed by email, and leads on to others by their whole titles', async ({
  page,
  request,
}) => {
  const story = await aStory(request, 'fiction')
  await page.goto(`/article/${story.slug}`)
  await expect(page.getByLabel(`Follow ${story.author_name} by email`)).toBeVisible()
  const next = page.getByRole('region', { name: 'Read next' })
  const shown = [
    ...(await page
      .getByRole('region', { name: `More by ${story.author_name}` })
      .getByRole('heading', { level: 3 })
      .all()),
    ...(await next.getByRole('heading', { level: 3 }).all()),
  ]
  const titles = (await everyStory(request)).map(({ title }) => title)
  expect(shown.length).toBeGreaterThan(3)
  for (const heading of shown) expect(titles).toContain(await heading.textContent())

  const link = next.getByRole('link').first()
  const address = String(await link.getAttribute('href'))
  expect(address).toMatch(/^\/article\//)
  await link.click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(story.title)
})
