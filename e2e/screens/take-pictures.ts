import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { firstFrameFaults, pageFaults, watchFirstFrames } from './page-faults.ts'
import { picturesFolder, sizes } from './pictures.ts'

/**
 * Opens a screen, takes its picture at every width and notes the faults that a program can see: what overflows,
 * overlaps, moves by itself, flashes or breaks a rule of axe. The notes are saved beside the pictures; any of them
 * fails the test.
 */
export async function takePictures(
  page: Page,
  { name, theme }: { name: string; theme: 'light' | 'dark' },
  open: () => Promise<void>,
): Promise<void> {
  const folder = `${picturesFolder}/${name}`
  mkdirSync(folder, { recursive: true })
  const faults = new Set<string>()
  page.on('pageerror', (error) => faults.add(`error: ${error.message}`))
  await watchFirstFrames(page)
  await open()
  // It stays for half a second at least, and would cover the pictures of the narrow widths.
  if (!name.endsWith('-loading')) await page.getByText('Loading...', { exact: true }).waitFor({ state: 'hidden' })
  for (const [index, { width, height }] of sizes.entries()) {
    await page.setViewportSize({ width, height })
    await settle(page)
    const atFirst = index === 0 ? await firstFrameFaults(page) : []
    for (const fault of [...atFirst, ...(await pageFaults(page))]) faults.add(`${width} px: ${fault}`)
    await showFrames(page)
    await page.screenshot({ path: `${folder}/${width}-${theme}.png`, fullPage: true })
    if (width === 320 || width === 1280)
      await expectAccessible(page).catch((error: Error) => faults.add(`${width} px: ${error.message}`))
  }
  writeFileSync(`${folder}/${theme}.txt`, [...faults].join('\n'))
  expect([...faults]).toEqual([])
}

/** Scrolls to frames, because their content is painted only while it is in view. */
async function showFrames(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? sizes[0]
  if (page.frames().length === 1) return
  await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) })
  await page.evaluate(async () => {
    for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame)
  })
}

/** Waits until every picture has loaded, lazy ones too, and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Charts take their new width a frame after the window has its own.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    for (const image of document.images) image.loading = 'eager'
    await document.fonts.ready
    const shown = [...document.images].filter((image) => image.checkVisibility())
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)))
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline instanceof DocumentTimeline && effect?.getComputedTiming().iterations === 1,
      )
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
  })
}
