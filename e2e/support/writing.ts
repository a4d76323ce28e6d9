import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { expect } from './people.ts'
import { aDraft, type WrittenStory } from './stories.ts'

export const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
export const storyText = (page: Page) => page.getByRole('textbox', { name: 'Story', exact: true })
/** The editor's line about the text's safety. */
export const statusLine = (page: Page) => page.getByRole('status').first()

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

/** Publishes the editor's text, although it has no picture: the editor asks about that first. */
export async function publishWithoutPicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const check = page.getByRole('dialog', { name: 'Before you publish' })
  await expect(check.getByRole('listitem')).toHaveText([
    'There is no story image yet. Lists and other sites show a drawn cover instead.',
  ])
  await check.getByRole('button', { name: 'Publish anyway' }).click()
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
