import { randomBytes } from 'node:crypto'
import { adminPaths } from '#contract/admin-paths.ts'
import { admin, bookCode } from '../support/address.ts'
import { signedIn, signIn } from '../support/people.ts'
import { answerWithFailure, neverAnswer, type Scene } from './scene.ts'

type Page = Parameters<Scene['open']>[0]

/** A screen of an administrator. */
function asAdmin(
  name: string,
  path: string,
  act?: (page: Page) => Promise<unknown>,
  before?: (page: Page) => Promise<unknown>,
): Scene {
  return {
    name,
    open: async (page, context) => {
      await signIn(context, admin)
      await before?.(page)
      await page.goto(path)
      await act?.(page)
    },
  }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()

const askForBook = async (page: Page, mood: string) => {
  await page
    .getByRole('textbox', { name: 'Book', exact: true })
    .fill(`Walden ${randomBytes(4).toString('hex')} [${mood}]|Henry David Thoreau|${bookCode}`)
  await page.keyboard.press('Enter')
}

export const deskScenes: Scene[] = [
  asAdmin('admin-dashboard', `${adminPaths.adminDashboard}?days=90`, (page) =>
    page.locator('svg.recharts-surface').first().waitFor(),
  ),
  asAdmin('admin-people', adminPaths.adminPeople, heading),
  asAdmin('admin-stories', adminPaths.adminStories, heading),
  asAdmin('admin-reports', adminPaths.adminReports, heading),
  asAdmin('admin-front-page', adminPaths.adminFrontPage, heading),
  asAdmin('admin-waiting', adminPaths.adminWaiting, heading),
  asAdmin('admin-jobs', adminPaths.adminJobs, heading),
  asAdmin('admin-audit', adminPaths.adminAudit, heading),
  asAdmin('admin-system', adminPaths.adminSystem, (page) => page.getByText('Checked').last().waitFor()),
  asAdmin('send-newsletters', adminPaths.sendNewsletters, heading),
  asAdmin('send-newsletters-refused', adminPaths.sendNewsletters, async (page) => {
    await page.getByLabel('Code').fill('not the code')
    await page.getByRole('button', { name: 'Send a test to me' }).click()
    await page.getByText('Something went wrong!').waitFor()
  }),
  asAdmin('subscribers', adminPaths.newsletterSubscribers, heading),
  asAdmin('subscribers-no-file', adminPaths.newsletterSubscribers, async (page) => {
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('region', { name: 'Import' }).getByRole('alert').waitFor()
  }),
  asAdmin('add-book', adminPaths.addBook, heading),
  asAdmin('add-book-writing', adminPaths.addBook, async (page) => {
    await askForBook(page, 'held')
    await page.getByText('A man walks to a pond').waitFor()
  }),
  asAdmin('add-book-refused', adminPaths.addBook, async (page) => {
    await page.getByRole('textbox', { name: 'Book', exact: true }).fill('Walden')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByRole('alert').first().waitFor()
  }),
  asAdmin('create-podcast', adminPaths.createPodcast, heading),
  asAdmin('create-podcast-done', adminPaths.createPodcast, async (page) => {
    await page.getByRole('textbox', { name: 'Text' }).fill('# The lamp\n\nIt turns all night. Nobody sleeps.')
    await page.getByRole('button', { name: 'Generate Podcast' }).click()
    await page.getByText(/is ready\.$/).waitFor({ timeout: 60_000 })
  }),
  asAdmin('podcasts', adminPaths.podcasts, heading),
  asAdmin('podcasts-loading', adminPaths.podcasts, heading, (page) => neverAnswer(page, '**/api/podcasts*')),
  asAdmin('podcasts-failed', adminPaths.podcasts, heading, (page) => answerWithFailure(page, '**/api/podcasts*')),
  {
    name: 'dashboard-of-others',
    open: async (page, context) => {
      await signedIn(context)
      await page.goto(adminPaths.adminDashboard)
      await page.getByText('Preparing the page for you.').waitFor()
    },
  },
]
