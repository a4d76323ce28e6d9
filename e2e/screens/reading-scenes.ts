import { paths, reportPath } from '#contract/paths.ts'
import { puzzleOf } from '#lib/sudoku/daily.ts'
import { newGame } from '#lib/sudoku/game.ts'
import { linkTo, type PuzzleName } from '#lib/sudoku/link.ts'
import { signedIn } from '../support/people.ts'
import { aStory, staticRoutes, stories } from '../support/site-content.ts'
import { aPublishedStory } from '../support/stories.ts'
import { at, type Scene } from './scene.ts'

const puzzle: PuzzleName = { kind: 'numbered', level: 'easy', number: 11 }
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Fills the grid but for its last open cell, as the store of the browser remembers a game. */
async function fillGrid(page: Parameters<Scene['open']>[0], leave: number): Promise<void> {
  const { givens, solution } = puzzleOf(puzzle)
  const open = newGame({ givens, solution }).values.flatMap((digit, cell) => (digit === 0 ? [cell] : []))
  for (const cell of open.slice(0, open.length - leave)) {
    const name = `Row ${Math.floor(cell / 9) + 1}, column ${(cell % 9) + 1}, `
    await page.getByRole('textbox', { name }).fill(String(solution[cell]))
  }
}

export const readingScenes: Scene[] = [
  at('home', paths.home),
  at('books', paths.books),
  at('list-fiction', paths.category('fiction')),
  at('list-technology', paths.category('technology')),
  at('list-all', paths.category('all')),
  at('newsletters', paths.newsletters),
  at('search', paths.search()),
  at('search-results', paths.search('the')),
  at('search-nothing', paths.search('nothing-has-this-word-zzqx')),
  at('not-found', '/no-such-page'),
  {
    name: 'report-story',
    open: async (page, context) => {
      await page.goto(reportPath((await aStory(context.request, 'fiction')).slug))
    },
  },
  at('story-not-found', paths.article('there-is-no-such-story')),
  ...staticRoutes.map((path) => at(path.slice(1), path)),
  ...['fiction', 'book_summary', 'technology', 'books'].map(
    (category) =>
      ({
        name: `story-${category.replace('_', '-')}`,
        open: async (page, context) => {
          await page.goto(paths.article((await aStory(context.request, category)).slug))
        },
      }) satisfies Scene,
  ),
  {
    name: 'story-long-words',
    open: async (page, context) => {
      await signedIn(context, { name: `${longWord} of the Harbour` })
      const content = `<h2>${longWord}</h2><p>${longWord} ${'and the lamp turns '.repeat(20)}</p><pre>${'x'.repeat(300)}</pre><table><tr>${`<td>${longWord}</td>`.repeat(4)}</tr></table><p>Inline <code>${longWord}</code> code.</p><ul><li>${longWord}</li></ul><blockquote>${longWord}</blockquote>`
      const story = await aPublishedStory(context, { title: `${longWord} ${longWord}`, sub_title: longWord, content })
      await context.clearCookies()
      await page.goto(paths.article(story.slug))
    },
  },
  {
    name: 'story-bare',
    open: async (page, context) => {
      await signedIn(context)
      const story = await aPublishedStory(context, { category: 'books' })
      await page.goto(paths.article(story.slug))
      await page.getByRole('button', { name: 'Account menu' }).waitFor()
    },
  },
  {
    name: 'author',
    open: async (page, context) => {
      await page.goto(paths.profile((await aStory(context.request)).author_uuid))
    },
  },
  {
    name: 'publication',
    open: async (page, context) => {
      const story = (await stories(context.request)).find(({ publication_slug }) => publication_slug)
      await page.goto(paths.publication(story?.publication_slug ?? 'none'))
    },
  },
  {
    name: 'publication-empty',
    open: async (page, context) => {
      await signedIn(context)
      const made = await context.request.post('/api/publications', { data: { name: `Empty ${crypto.randomUUID()}` } })
      const { publication } = (await made.json()) as { publication: { slug: string } }
      await page.goto(paths.publication(publication.slug))
    },
  },
  at('sudoku', linkTo(puzzle)),
  {
    name: 'sudoku-nearly-solved',
    open: async (page) => {
      await page.goto(linkTo(puzzle))
      await fillGrid(page, 3)
    },
  },
  {
    name: 'sudoku-solved',
    open: async (page) => {
      await page.goto(linkTo(puzzle))
      await fillGrid(page, 0)
      await page.getByText("Congratulations! You've solved the puzzle!").waitFor()
    },
  },
  {
    name: 'theme-popover',
    open: async (page) => {
      await page.goto(paths.about)
      await page.locator('button[popovertarget]').first().click()
    },
  },
]
