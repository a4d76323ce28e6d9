import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { expect } from './people.ts'
import { aDraft, type WrittenStory } from './stories.ts'

export const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
export const storyText = (page: Page) => page.getByRole('textbox', { name: 'Story', exact: true })
/** The editor's line about the text's safety. */
export const statusLine = (page: Page) => page.getByRole('status').first()

/** The texts that the browser has stored by itself, as JSON. */
export function textsOnDevice(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('writing')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify(reading.result))
          }
        }
      }),
  )
}

type ListedDraft = { _id: string; slug: string; title: string; isDraft: boolean }

export function aTitle(): string {
  return `The harbour at ${randomBytes(4).toString('hex')}`
}

/** Types a new story, and nothing more. @returns its title. */
export async function writeNewStory(page: Page, text: string, title = aTitle()): Promise<string> {
  await page.goto(paths.newStory)
  await titleField(page).fill(title)
  await storyText(page).click()
  await page.keyboard.type(text)
  return title
}

/** Saves at once, for tests that are not about the editor's saving by itself, which takes three seconds. */
export async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await expect(statusLine(page)).toHaveText('Saved')
}

/** The sheet that opens on Publish. */
export const publishSheet = (page: Page) => page.getByRole('dialog', { name: /^(Publish|Update) this story$/ })
/** The same dialog once the story is published. */
export const itsOut = (page: Page) => page.getByRole('dialog', { name: /^(It’s out|Your update is out)$/ })

/** Opens the sheet, looks at nothing in it, publishes, and goes on to the story. */
export async function publishAndSee(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await publishSheet(page)
    .getByRole('button', { name: /^(Publish|Update)/ })
    .click()
  await itsOut(page).getByRole('link', { name: 'See it' }).click()
  await expect(itsOut(page)).toBeHidden()
}

/** A draft of three paragraphs, made without the editor; published if `isDraft` is false. */
export function aStoryOf(context: BrowserContext, given: Parameters<typeof aDraft>[1] = {}): Promise<WrittenStory> {
  return aDraft(context, { title: aTitle(), content: '<p>One.</p><p>Two.</p><p>Three.</p>', ...given })
}

/** The draft with a title, as its writer's list has it. */
export async function draftOf(context: BrowserContext, title: string): Promise<ListedDraft | undefined> {
  const { uuid } = (await (await context.request.get('/api/users/current_user')).json()) as { uuid: string }
  const drafts = (await (await context.request.get(`/api/contents/${uuid}/drafts`)).json()) as ListedDraft[]
  return drafts.find((draft) => draft.title === title)
}

/** The text that the server has for a writer. */
export async function workingCopyOf(context: BrowserContext, id: string) {
  const answer = await context.request.get(`/api/contents/${id}/working-copy`)
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as { content: string; title: string; version: number; isDraft: boolean; slug: string }
}
