import type { BrowserContext, Page } from '@playwright/test'
import type { TroubledJob } from '#contract/administration.ts'
import { expectAccessible } from './support/accessibility.ts'
import { admin, mailFolder } from './support/address.ts'
import { refuseMailsTo } from './support/mail-sink.ts'
import { mailTo } from './support/mails.ts'
import { expect, type Person, signedIn, signIn, signUp, somebody, test } from './support/people.ts'
import { aPublishedStory } from './support/stories.ts'

const pages = {
  people: '/admin-dashboard/people',
  stories: '/admin-dashboard/stories',
  jobs: '/admin-dashboard/jobs',
  audit: '/admin-dashboard/audit',
}

async function findPerson(page: Page, { email, name }: Person) {
  await page.goto(pages.people)
  await page.getByLabel('Name or email').fill(email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row.getByRole('link', { name })).toBeVisible()
  return row
}

async function logIn(page: Page, { email, password }: Person) {
  await page.goto('/users/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** The audit's entries about a person, newest first. */
async function expectInAudit(page: Page, { email }: Pick<Person, 'email'>, sentence: string | RegExp) {
  await page.goto(pages.audit)
  await page.getByLabel('Person').fill(email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: sentence }).first()).toContainText('By Administrator')
}

test('suspends a signed-in person, and lifts it', async ({ page, context, browser }) => {
  await signIn(context, admin)
  const other = await browser.newContext()
  const person = await signedIn(other)
  const theirs = await other.newPage()

  const row = await findPerson(page, person)
  await row.getByRole('button', { name: `Suspend: ${person.name}` }).click()
  const form = page.getByRole('form', { name: `Suspend ${person.name}` })
  await form.getByRole('button', { name: 'Suspend' }).click()
  await expect(form.getByText('Please give a reason.')).toBeVisible()
  await form.getByLabel('Reason').fill('sends spam')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Suspend' }).click()
  await expect(row.getByText(`${person.name} is suspended and logged out everywhere.`)).toBeVisible()
  await expect(row.getByText('sends spam')).toBeVisible()

  await theirs.goto('/article/anything/edit')
  await expect(theirs).toHaveURL('/')
  expect((await other.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
  await logIn(theirs, person)
  await expect(theirs.getByRole('alert').filter({ hasText: 'This account is suspended.' })).toBeVisible()
  await expect(theirs.getByText('sends spam')).toHaveCount(0)

  await row.getByRole('button', { name: `Lift suspension: ${person.name}` }).click()
  await expect(row.getByText(`${person.name} can log in again.`)).toBeVisible()
  await theirs.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await theirs.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(theirs.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await expectInAudit(page, person, 'Suspended the account: sends spam.')
  await expectInAudit(page, person, 'Lifted the suspension of the account.')
  await other.close()
})

test('finds a story, deletes it and brings it back', async ({ page, context, browser }) => {
  await signIn(context, admin)
  const other = await browser.newContext()
  const writer = await signedIn(other)
  const story = await aPublishedStory(other)
  page.on('dialog', (dialog) => {
    expect(dialog.message()).toBe('Are you sure you want to delete this article?')
    void dialog.accept()
  })
  await page.goto(pages.stories)
  await page.getByLabel('Title, author or address').fill(story.title)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: story.title, exact: true }) })
  await row.getByRole('button', { name: `Delete: ${story.title}` }).click()
  await expect(row.getByText('You can restore it until')).toBeVisible()
  expect((await context.request.get(`/api/contents/${story.slug}`)).status()).toBe(200)
  expect((await other.request.get(`/api/contents/${story.slug}`)).status()).toBe(404)
  await expectAccessible(page)
  await row.getByRole('button', { name: `Restore: ${story.title}` }).click()
  await expect(row.getByText('Restored.')).toBeVisible()
  expect((await other.request.get(`/api/contents/${story.slug}`)).status()).toBe(200)
  await expectInAudit(page, writer, `Deleted the story “${story.title}”`)
  await expectInAudit(page, writer, `Restored the story “${story.title}”`)
  await other.close()
})

test('retries a job that waits for its next try', async ({ page, context, browser }) => {
  await signIn(context, admin)
  const other = await browser.newContext()
  const person = somebody()
  const takeAgain = refuseMailsTo(person.email, mailFolder)
  await signUp(other, person)
  await signIn(other, person)
  const { uuid } = await (await other.request.get('/api/users/current_user')).json()
  const job = await aJobThatWaitsLong(context, `user ${uuid}`)
  takeAgain()
  await page.goto(pages.jobs)
  const row = page
    .getByRole('list', { name: 'Waiting for a retry' })
    .getByRole('listitem')
    .filter({ hasText: `About user ${uuid}` })
  await expect(row).toContainText('send-welcome')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Retry: send-welcome' }).click()
  await expect(page.getByText('The job will run straight away.')).toBeVisible()
  await mailTo(person.email, /./)
  await page.goto(pages.audit)
  await page.getByLabel('What was done').selectOption({ label: 'Job retried' })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: job._id }).first()).toContainText('Retried the job')
  await other.close()
})

/** After five tries it waits for minutes before the next one: only a retry by hand is sooner. */
async function aJobThatWaitsLong(context: BrowserContext, about: string): Promise<TroubledJob> {
  let found: TroubledJob | undefined
  await expect
    .poll(
      async () => {
        const answer = await context.request.get('/api/dashboard/jobs?state=retry&limit=100')
        found = ((await answer.json()) as TroubledJob[]).find((job) => job.about === about)
        if (found && found.tries < 5) await context.request.post(`/api/dashboard/jobs/${found._id}/retry`)
        return found?.tries
      },
      { timeout: 60_000 },
    )
    .toBe(5)
  if (!found) throw new Error('unreachable')
  return found
}

test('goes from one page to the other, and sees how the parts of the product are', async ({ page, context }) => {
  await signIn(context, admin)
  await page.goto(pages.people)
  for (const name of ['Stories', 'Jobs', 'Audit', 'People', 'System']) {
    const link = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name })
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
  // With the full stop: on a busy machine another line says that it works, but took long to answer.
  await expect(page.getByText('The embedded database works.', { exact: true })).toBeVisible()
  await expect(page.getByText(/^The site answers at http:\/\/localhost:\d+\./)).toBeVisible()
  await expect(page.getByText(/^Emails come from .*, an address that nobody can have\. Set MAIL_FROM/)).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Checked: everything is working.')).toBeVisible()
})
