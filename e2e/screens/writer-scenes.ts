import { randomBytes } from 'node:crypto'
import { type Browser, type BrowserContext, expect } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { siteUrl } from '../support/address.ts'
import { signedIn } from '../support/people.ts'
import { aDraft, aPublishedStory, readStory, someStories } from '../support/stories.ts'
import { aStoryOf, itsOut, publishSheet, storyText, titleField } from '../support/writing.ts'
import { answerWithFailure, neverAnswer, type Scene } from './scene.ts'

type Page = Parameters<Scene['open']>[0]

/** A screen of a signed-in person. */
function asWriter(
  name: string,
  path: string,
  {
    before,
    act,
  }: {
    before?: (page: Page, context: BrowserContext) => Promise<unknown>
    act?: (page: Page) => Promise<unknown>
  } = {},
): Scene {
  return {
    name,
    open: async (page, context) => {
      await signedIn(context, { name: 'Wilhelmina Featherstonehaugh-Ó Súilleabháin' })
      await before?.(page, context)
      await page.goto(path)
      await act?.(page)
    },
  }
}

async function saveSome(page: Page, context: BrowserContext): Promise<void> {
  const { _id: userId } = await (await page.request.get('/api/users/current_user')).json()
  for (const { _id: articleId } of await someStories(context.request, 5))
    await page.request.post('/api/bookmarks', { data: { userId, articleId } })
}

/** Key by key, as people write: a title that grows by one line then moves nothing by itself. */
async function typeStory(page: Page, text: string): Promise<void> {
  await titleField(page).click()
  await page.keyboard.type('The lamp above the harbour, and who turns it')
  await storyText(page).click()
  await page.keyboard.type(text)
}

const drafts = async (_: Page, context: BrowserContext) => {
  await aDraft(context)
  await aDraft(context, {
    title: 'The second lamp, which nobody has lit since the harbour was closed',
    category: 'technology',
  })
}

/** Twelve reads from several places, until they are counted. */
async function readOften(context: BrowserContext, slug: string): Promise<void> {
  const referers = [...Array(5).fill('https://www.example.com/'), `${siteUrl}/`, ...Array(6).fill('')]
  for (const referer of referers) await readStory(context.request, paths.article(slug), referer)
  const counted = async () =>
    (await (await context.request.get(`/api/readers/stories/${slug}`)).text()).match(/"reads":12\b/)
  await expect.poll(counted, { timeout: 60_000 }).not.toBeNull()
}

const withPicture = {
  story_image: '/covers/an-island-for-catching-thieves.webp',
  image_alt: 'An island',
  sub_title: 'And who rides it',
}

/** The sheet that opens on Publish, for a draft of somebody whom 214 people follow. */
function publishing(
  name: string,
  { story, act }: { story?: Parameters<typeof aDraft>[1]; act?: (page: Page) => Promise<unknown> } = {},
): Scene {
  return {
    name,
    open: async (page, context) => {
      await signedIn(context)
      const audience = { count: 214, isExact: true, sent_at: null, reach: 'everyone', reason: null }
      await page.route('**/api/newsletters/audience*', (route) => route.fulfill({ json: audience }))
      const { slug } = await aDraft(context, story)
      await page.goto(paths.editArticle(slug))
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await publishSheet(page).waitFor()
      await act?.(page)
    },
  }
}

export const writerScenes: Scene[] = [
  asWriter('home-signed-in', paths.home),
  asWriter('account-menu', paths.home, { act: (page) => page.getByRole('button', { name: 'Account menu' }).click() }),
  asWriter('bookmarks', paths.bookmarks, { before: saveSome }),
  asWriter('bookmarks-empty', paths.bookmarks),
  asWriter('bookmarks-loading', paths.bookmarks, { before: (page) => neverAnswer(page, '**/api/bookmarks/user/**') }),
  asWriter('bookmarks-failed', paths.bookmarks, {
    before: (page) => answerWithFailure(page, '**/api/bookmarks/user/**'),
  }),
  asWriter('drafts', paths.drafts, { before: drafts }),
  asWriter('drafts-empty', paths.drafts),
  asWriter('drafts-loading', paths.drafts, { before: (page) => neverAnswer(page, '**/api/contents/**/drafts*') }),
  asWriter('drafts-failed', paths.drafts, { before: (page) => answerWithFailure(page, '**/api/contents/**/drafts*') }),
  asWriter('own-stories', paths.ownStories, {
    before: async (page, context) => {
      await drafts(page, context)
      const story = await aPublishedStory(context, { story_image: '/covers/where-the-lift-waits-at-night.webp' })
      await readOften(context, story.slug)
    },
    act: (page) => expect(page.getByRole('img', { name: /^Reads in the last 30 days: 12,/ })).toBeVisible(),
  }),
  asWriter('own-stories-empty', paths.ownStories, {
    act: (page) => page.getByRole('link', { name: 'Write your first story' }).waitFor(),
  }),
  asWriter('own-stories-failed', paths.ownStories, {
    before: (page) => answerWithFailure(page, '**/api/readers/stories*'),
  }),
  {
    name: 'readers',
    open: async (page, context) => {
      await signedIn(context)
      const { slug } = await aPublishedStory(context)
      await readOften(context, slug)
      await page.goto(paths.storyReaders(slug))
      await page.locator('svg.recharts-surface').first().waitFor()
    },
  },
  {
    name: 'readers-none-yet',
    open: async (page, context) => {
      await signedIn(context)
      const { slug } = await aPublishedStory(context)
      await page.goto(paths.storyReaders(slug))
    },
  },
  asWriter('new-publication', paths.newPublication),
  ...['', 'edit', 'delete'].map((dialog) => ({
    name: ['own-publication', dialog].filter(Boolean).join('-'),
    open: async (page: Page, context: BrowserContext) => {
      await signedIn(context, { name: 'Wilhelmina Featherstonehaugh-Ó Súilleabháin' })
      const name = `Harbour Notes ${randomBytes(3).toString('hex')}`
      const data = { name, description: 'What is said on the quay, and what is left unsaid.' }
      const { publication } = await (await context.request.post('/api/publications', { data })).json()
      await aPublishedStory(context, { publication: publication.slug })
      await page.goto(paths.publication(publication.slug))
      await page.getByText('No subscribers yet').waitFor()
      if (!dialog) return
      await page.getByRole('button', { name: new RegExp(`^${dialog} publication`, 'i') }).click()
      await page.getByRole('dialog').waitFor()
    },
  })),
  asWriter('new-story', paths.newStory, { act: (page) => titleField(page).waitFor() }),
  asWriter('editor-writing', paths.newStory, {
    act: (page) => typeStory(page, 'A lamp turns above the harbour. Nobody asks who turns it.'),
  }),
  publishing('publish-sheet'),
  publishing('publish-sheet-with-faults', {
    story: { title: '', content: '<p>The end is TK. See <a href="/article/nowhere">this</a>.</p>' },
    act: async (page) => {
      await page.getByText('A link leads to').waitFor()
      await publishSheet(page).getByRole('button', { name: 'Publish', exact: true }).click()
    },
  }),
  publishing('publish-sheet-refused', {
    act: async (page) => {
      await answerWithFailure(page, '**/api/contents/*')
      await publishSheet(page).getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByText('Something went wrong').first().waitFor()
    },
  }),
  publishing('publish-sheet-later', { story: withPicture, act: (page) => page.getByLabel('Later').check() }),
  publishing('publish-sheet-emailed', {
    story: withPicture,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Email it to 214 people' }).check()
      await page.getByText('Subject and preview line').click()
    },
  }),
  publishing('editor-planned', {
    story: { ...withPicture, publish_at: new Date(Date.now() + 20 * 24 * 60 * 60_000).toISOString() },
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByText(/^Planned:/).waitFor()
    },
  }),
  publishing('its-out', {
    story: withPicture,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Email it to 214 people' }).check()
      const mailing = { state: 'sent', reason: null, category: 'Fiction', is_under_way: true, sent: 57, sent_at: null }
      await page.route('**/api/contents/*/mailing', (route) => route.fulfill({ json: mailing }))
      await publishSheet(page)
        .getByRole('button', { name: /^Publish and/ })
        .click()
      await itsOut(page).getByText('It’s going to').waitFor()
    },
  }),
  asWriter('my-thanks-empty', paths.myThanks),
  {
    name: 'my-thanks',
    open: async (page, context) => {
      await signedIn(context)
      const reading = await (context.browser() as Browser).newContext()
      await signedIn(reading, { name: 'Noor' })
      for (const words of ['I read it aloud to my father. We both laughed.', 'Thank you. '.repeat(25).trim()]) {
        const { _id } = await aPublishedStory(context)
        const answer = await reading.request.post(`/api/contents/${_id}/thanks`, { data: { words } })
        if (!answer.ok()) throw new Error(await answer.text())
      }
      await reading.close()
      await page.goto(paths.myThanks)
      await page.getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'story-thanks',
    open: async (page, context) => {
      await signedIn(context)
      const [story] = await someStories(context.request, 1)
      await page.goto(`${paths.article(story?.slug ?? '')}#author`)
      await page.getByRole('button', { name: 'Say thanks' }).click()
      await page.getByRole('dialog').getByRole('textbox').waitFor()
    },
  },
  {
    name: 'editor-tools',
    open: async (page, context) => {
      await signedIn(context)
      const picture =
        '<img class="picture-wide" src="/covers/a-notebook-nobody-was-meant-to-read-960.webp" alt="A tent">'
      const content = `<p>One.</p><hr><figure>${picture}<figcaption>A tent at night</figcaption></figure><p>Two.</p>`
      await page.goto(paths.editArticle((await aStoryOf(context, { content })).slug))
      await storyText(page).getByText('Two.').click()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('/')
      await page.getByRole('listbox', { name: 'Insert' }).waitFor()
    },
  },
  {
    name: 'own-profile',
    open: async (page, context) => {
      await signedIn(context)
      await aPublishedStory(context)
      const { uuid } = await (await context.request.get('/api/users/current_user')).json()
      // People come here from another page, where their browser has noted who they are.
      await page.goto(paths.home)
      await page.getByRole('button', { name: 'Account menu' }).waitFor()
      await page.waitForFunction(() => localStorage.getItem('userData'))
      await page.goto(paths.profile(uuid))
      await page.getByRole('main').getByRole('textbox').first().waitFor()
    },
  },
  {
    name: 'draft-page',
    open: async (page, context) => {
      await signedIn(context)
      const draft = await aDraft(context)
      await page.goto(paths.article(draft.slug))
      await page.getByText('Draft — This post is not published yet').waitFor()
    },
  },
  {
    name: 'story-signed-in',
    open: async (page, context) => {
      await signedIn(context)
      const [story] = await someStories(context.request, 1)
      await page.goto(paths.article(story?.slug ?? ''))
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    },
  },
]
