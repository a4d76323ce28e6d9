import type { Page } from '@playwright/test'
import { expect, test } from './support/people.ts'
import { type Listed, stories } from './support/site-content.ts'

type Theme = 'light' | 'dark'
const cases: { system: Theme; choice?: Theme; shown: Theme }[] = [
  { system: 'light', shown: 'light' },
  { system: 'dark', shown: 'dark' },
  { system: 'light', choice: 'dark', shown: 'dark' },
  { system: 'dark', choice: 'light', shown: 'light' },
]

/** The covers that a page has requested, without their widths. */
function coversOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const cover = new URL(request.url()).pathname.match(/^\/covers\/(?!author-)([\w-]+?)(?:-\d+)?\.webp$/)?.[1]
    if (cover) asked.push(cover)
  })
  return asked
}

/** The name of a story's cover: the slug may be shorter. */
function coverOf(story: Listed | undefined): string {
  const [, name] = story?.story_image?.match(/^\/covers\/([\w-]+)\.webp$/) ?? []
  if (!name) throw new Error('nothing with a cover is seeded')
  return name
}

for (const { system, choice, shown } of cases) {
  test(`a ${system} system${choice ? ` and the choice of ${choice}` : ''}: covers are drawn for the ${shown}`, async ({
    page,
    request,
  }) => {
    const [story] = await stories(request, 'fiction')
    const cover = coverOf(story)
    await page.emulateMedia({ colorScheme: system })
    await page.addInitScript((theme) => {
      if (theme) localStorage.setItem('theme', theme)
    }, choice)
    const asked = coversOf(page)

    await page.goto(`/article/${story?.slug}`)
    const picture = page.getByRole('article').first().getByRole('figure').first().getByRole('img')
    await expect(picture).toHaveCount(1)
    await expect(picture).toHaveJSProperty('complete', true)
    await page.waitForLoadState('networkidle')

    const own = asked.filter((name) => name.startsWith(cover))
    expect(own).toEqual([shown === 'dark' ? `${cover}-dark` : cover])
    expect(asked.filter((name) => name.endsWith('-dark') !== (shown === 'dark'))).toEqual([])
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the system decides which one is shown', async ({ page, request }) => {
    const [story] = await stories(request, 'fiction')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`/article/${story?.slug}`)
    const cover = page.getByRole('article').first().getByRole('figure').first().getByRole('img')
    await expect(cover).toHaveCount(1)
    await expect(cover).toHaveAttribute('src', `/covers/${coverOf(story)}-dark-960.webp`)
  })
})
