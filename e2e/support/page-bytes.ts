import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { APIRequestContext, Page, Response } from '@playwright/test'
import type { byteBudget, PageBytes } from './byte-budget.ts'
import { aStory } from './site-content.ts'

export type Name = keyof typeof byteBudget

/** The pages of the budget. */
export async function addresses(request: APIRequestContext): Promise<Record<Name, string>> {
  const { slug, author_uuid } = await aStory(request)
  return {
    home: '/',
    list: '/articles/fiction',
    story: `/article/${slug}`,
    search: '/search?q=the+lift',
    profile: `/profile/${author_uuid}`,
    'log-in': '/users/login',
    Sudoku: '/sudoku',
    'new story': '/new-story',
  }
}

/** Opens a page for the first time, and touches it once it is quiet. */
export async function measurePage(page: Page, address: string): Promise<PageBytes> {
  const answers: Response[] = []
  page.on('response', (answer) => answers.push(answer))
  await page.goto(address, { waitUntil: 'networkidle' })
  const sent = await Promise.all(answers.map(bytesOf))
  const { plain = 0, bytes: html = 0 } = sent.find(({ type }) => type === 'document') ?? {}
  const all = (of: typeof sent, wanted: string) =>
    of.filter(({ type }) => type === wanted).reduce((sum, { bytes }) => sum + bytes, 0)
  const requests = sent.filter(({ type }) => type !== 'image').length

  await page.keyboard.press('Shift')
  await page.waitForFunction(() => document.body.hasAttribute('data-awake'))
  await page.evaluate(quiet)
  const touched = all(await Promise.all(answers.map(bytesOf)), 'script')
  return {
    ...{ plain, html, css: all(sent, 'stylesheet'), fonts: all(sent, 'font') },
    ...{ scripts: all(sent, 'script'), touched, requests },
  }
}

/** Resolves once nothing has been loaded for a second. */
function quiet(): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(resolve, 1_000)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(resolve, 1_000)
    }
    new PerformanceObserver(wait).observe({ type: 'resource' })
  })
}

/** Text counts as the first reader gets it: later ones get a smaller copy (docs/decisions/002-one-page-cache.md). */
async function bytesOf(answer: Response) {
  const headers = await answer.allHeaders()
  // Only some builds of Chromium ask for the icon of a tab, and its kind is `other`.
  const type = headers['content-type']?.startsWith('image/') ? 'image' : answer.request().resourceType()
  const body = await answer.body()
  const bytes = quickBytes(body, headers['content-encoding'])
  const head = type === 'document' ? (await answer.request().sizes()).responseHeadersSize : 0
  return { type, plain: body.length, bytes: bytes + head }
}

export function quickBytes(body: Buffer, encoding: string | undefined): number {
  if (encoding === 'br') return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
  return encoding === 'gzip' ? gzipSync(body).length : body.length
}
