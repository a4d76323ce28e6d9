import type { Page } from '@playwright/test'
import { puzzleOf } from '#lib/sudoku/daily.ts'
import { linkTo, type PuzzleName } from '#lib/sudoku/link.ts'
import { expectAccessibleEverywhere } from './support/accessibility.ts'
import { watchShifts } from './support/layout-shift.ts'
import { expect, test } from './support/people.ts'

const name: PuzzleName = { kind: 'numbered', level: 'easy', number: 11 }
const { givens, solution } = puzzleOf(name)
const open = givens.flatMap((digit, cell) => (digit === 0 ? [cell] : []))
const [first = 0] = open
const won = "Congratulations! You've solved the puzzle!"

const field = (page: Page, cell: number) =>
  page.getByRole('textbox', { name: `Row ${Math.floor(cell / 9) + 1}, column ${(cell % 9) + 1}, ` })
const wrongDigit = (cell: number) => String(givens.slice(cell - (cell % 9), cell - (cell % 9) + 9).find(Boolean))

test('by the keyboard alone, against the clock, with a wave at the end unless motion is reduced', async ({ page }) => {
  await page.clock.install()
  await page.goto(linkTo(name))
  await expect(field(page, 0)).toBeVisible()
  await page.clock.runFor(3_000)
  await expect(page.getByRole('timer')).toHaveText('Time: 3')

  const grid = page.getByRole('grid')
  for (let tabs = 0; tabs < 30 && !(await grid.locator(':focus').count()); tabs++) await page.keyboard.press('Tab')
  await page.keyboard.press('Control+Home')
  // With the last digit the focus goes to the end of the game.
  const last = open.at(-1)
  for (let cell = 0; cell !== last; cell++) {
    await expect(field(page, cell)).toBeFocused()
    if (givens[cell] === 0) await page.keyboard.press(String(solution[cell]))
    if (cell % 9 < 8) await page.keyboard.press('ArrowRight')
    else await page.keyboard.press('Home').then(() => page.keyboard.press('ArrowDown'))
  }
  await page.keyboard.press(String(solution[last ?? 0]))
  await expect(page.getByRole('heading', { name: won })).toBeFocused()
  const stopped = await page.getByRole('timer').textContent()
  await page.clock.runFor(5_000)
  await expect(page.getByRole('timer')).toHaveText(stopped ?? '')

  const motions = () =>
    grid.evaluate((board) => {
      const cells = [...board.querySelectorAll('td > div')].map((cell) => getComputedStyle(cell))
      return [...new Set(cells.map(({ animationName, animationDuration }) => `${animationName} ${animationDuration}`))]
    })
  expect(await motions()).toEqual(['sudoku-wave 0.12s'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await motions()).toEqual(['none 0s'])
})

test('board, tools and their answers are in view from the start on a laptop, and nothing moves', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const shifts = await watchShifts(page)
  await page.goto(linkTo({ ...name, level: 'hard', number: 3 }))
  await expect(field(page, 0)).toBeVisible()
  expect(await shifts.moved()).toBeLessThan(0.01)
  const places = async () =>
    Promise.all(
      [
        page.getByRole('grid'),
        page.getByRole('group', { name: 'Tools' }),
        page.getByRole('button', { name: 'New puzzle' }),
      ].map((part) => part.boundingBox()),
    )
  for (const [width, height] of [
    [1280, 720],
    [1366, 768],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    const before = await places()
    for (const [button, answer] of [
      ['Check', 'Nothing is wrong so far.'],
      ['Hint', /(Single in|which leads to) row/],
      ['Restart', 'Restarted.'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('status').filter({ hasText: answer })).toBeInViewport({ ratio: 1 })
    }
    await expect(page.getByRole('grid')).toBeInViewport({ ratio: 1 })
    expect(await places(), `${width} × ${height}`).toEqual(before)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
})

test('board, digits and tools are in view together, whatever the screen, and the answer is right under the board on phones and tablets', async ({
  page,
}) => {
  await page.goto(linkTo(name))
  await expect(field(page, 0)).toBeVisible()
  for (const [width, height] of [
    [360, 640],
    [360, 740],
    [390, 844],
    [768, 1024],
    [1280, 720],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const part of [page.getByRole('grid'), page.getByRole('group', { name: /^(Digits|Tools)$/ })]) {
      for (const one of await part.all()) await expect(one).toBeInViewport({ ratio: 1 })
    }
    const board = await page.getByRole('grid').boundingBox()
    expect(board?.width).toBeGreaterThan(Math.min(width, height - 120) * 0.55)
    if (width < height) expect(Math.abs((board?.x ?? 0) * 2 + (board?.width ?? 0) - width)).toBeLessThanOrEqual(2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }

  await field(page, first).fill(wrongDigit(first))
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    const answer = page.getByRole('status').filter({ hasText: /^Conflict: / })
    await expect(answer).toBeInViewport({ ratio: 1 })
    const board = await page.getByRole('grid').boundingBox()
    const said = await answer.boundingBox()
    const under = (said?.y ?? 0) - ((board?.y ?? 0) + (board?.height ?? 0))
    expect(under).toBeGreaterThanOrEqual(0)
    expect(under).toBeLessThan(24)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('by touch alone, without the keyboard of the phone', async ({ page }) => {
    await page.goto(linkTo(name))
    await expect(field(page, 0)).toBeVisible()
    await expect(page.locator('input[inputmode="none"]')).toHaveCount(81)
    const pad = page.getByRole('group', { name: 'Digits' })
    for (const button of await page
      .getByRole('group', { name: /Digits|Tools/ })
      .getByRole('button')
      .all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    const box = await field(page, 40).boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(36)
    for (const cell of open) {
      await field(page, cell).tap()
      await pad.getByRole('button', { name: new RegExp(`^${solution[cell]},`) }).tap()
    }
    await expect(page.getByText(won)).toBeVisible()
  })
})

test('a screen reader meets a grid with named rows, cells and states', async ({ page }) => {
  await page.goto(linkTo({ ...name, level: 'classic', number: 1 }))
  await field(page, 2).fill('4')
  await field(page, 4).press('Control+9')
  await field(page, 4).press('Control+2')
  await expect(page.getByRole('grid')).toMatchAriaSnapshot(`
    - grid "Classic Sudoku no. 1":
      - rowgroup:
        - row "Row 1":
          - gridcell "Row 1, column 1, box 1, 7, given":
            - textbox "Row 1, column 1, box 1, given": "7"
          - gridcell "Row 1, column 2, box 1, empty":
            - textbox "Row 1, column 2, box 1, empty"
          - gridcell "Row 1, column 3, box 1, 4, your digit, conflict":
            - textbox "Row 1, column 3, box 1, your digit, conflict" [invalid]: "4"
          - gridcell "Row 1, column 4, box 2, 4, given, conflict":
            - textbox "Row 1, column 4, box 2, given, conflict" [invalid]: "4"
          - gridcell "Row 1, column 5, box 2, empty, marks 2 9" [selected]:
            - textbox "Row 1, column 5, box 2, empty, marks 2 9"
  `)
  await expect(field(page, 0)).toHaveAttribute('readonly')
  await expect(page.getByRole('status').filter({ hasText: 'Marks 2 9 in row 1, column 5.' })).toBeAttached()
})

test('every state is accessible at every width, light and dark', async ({ page }) => {
  await page.goto(linkTo({ ...name, number: 360 }))
  await page.getByRole('button', { name: 'All marks' }).click()
  await page.getByRole('button', { name: 'Hint' }).click()
  await expectAccessibleEverywhere(page)
  await page.goto(linkTo(name))
  await field(page, first).fill(wrongDigit(first))
  await expect(field(page, first)).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(field(page, first)).toHaveAccessibleName(/your digit, wrong, conflict$/)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('The game is paused.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Resume' }).first().click()
  for (const cell of open) await field(page, cell).fill(String(solution[cell]))
  await expect(page.getByText(won)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 360, height: 900 })
  const main = page.getByRole('main')
  expect(await main.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
})

test('a game continues after a reload, and in another tab', async ({ page, context }) => {
  await page.goto(linkTo(name))
  await field(page, first).fill(String(solution[first]))
  await page.goto('/sudoku')
  await expect(page).toHaveURL(linkTo(name))
  await expect(field(page, first)).toHaveValue(String(solution[first]))

  const other = await context.newPage()
  await other.goto('/sudoku')
  await field(other, open[1] ?? 0).fill(String(solution[open[1] ?? 0]))
  await expect(field(page, open[1] ?? 0)).toHaveValue(String(solution[open[1] ?? 0]))
})

test('without scripts the page says what it needs and can be read', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/sudoku')
  await expect(page.getByRole('heading', { name: 'Sudoku', level: 1 })).toBeVisible()
  await expect(page.getByText(/need scripts/)).toBeVisible()
  await expect(page.getByText('Swordfish.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New puzzle' })).toBeHidden()
  await context.close()
})

test('other pages load nothing of the game', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text())
  })
  await page.goto('/search', { waitUntil: 'networkidle' })
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) expect(script).not.toContain('Naked Single')
})

test('prints the board alone, in black on white', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(linkTo(name))
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(field(page, givens.findIndex(Boolean))).toHaveCSS('color', 'rgb(0, 0, 0)')
  for (const control of ['New puzzle', 'Undo', 'Print'])
    await expect(page.getByRole('button', { name: control })).toBeHidden()
  await expect(page.getByText('On the keyboard')).toBeHidden()
})
