import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { expect, signedIn, test } from './support/people.ts'
import { aStoryOf, storyText } from './support/writing.ts'

const act = 'window.pwned=(window.pwned||0)+1'
const vectors = [
  `<script>${act}</script>`,
  `<img src="x" onerror="${act}">`,
  `<svg onload="${act}"><script>${act}</script></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${act}&gt;"></mglyph></table></mtext></math>`,
  `<iframe srcdoc="<script>parent.${act}</script>"></iframe>`,
  `<iframe src="javascript:parent.${act}"></iframe>`,
  `<a href="javascript:${act}">a link</a>`,
  `<a href="java&#10;script:${act}">another link</a>`,
  `<p style="background:url(javascript:${act})">styled</p>`,
  `<form action="javascript:${act}"><button>send</button></form>`,
  `<object data="data:text/html,<script>parent.${act}</script>"></object>`,
  `<table><tbody><tr><td><img src="x" onerror="${act}">kept</td></tr></tbody></table>`,
  `<figure><img src="https://example.invalid/a.png" onerror="${act}"><figcaption onclick="${act}">caption</figcaption></figure>`,
  `<div class="ql-kept" data-html="&lt;img src=x onerror=${act}&gt;"></div>`,
  `<ol><li data-list="bullet" onmouseover="${act}">line</li></ol>`,
  `</div></main></body><script>${act}</script>`,
]
const content = `<p>Before.</p>${vectors.join('')}<p>After.</p>`
const line = `"><img src=x onerror="${act}"></title><script>${act}</script>`

test('nothing that a writer puts into a story runs: on its page, in the editor, in the history', async ({
  page,
  context,
}) => {
  // A name with HTML is refused; one that only leaves an attribute is a name.
  await signedIn(context, { name: `" onmouseover="${act}` })
  page.on('dialog', () => expect('a dialog').toBe('none'))
  const story = { title: line, sub_title: line, content, image_alt: line, isDraft: false }
  const { _id, slug, version } = await aStoryOf(context, story)

  await page.goto(paths.article(slug))
  await expect(page.locator('#story')).toContainText('After.')
  await noScriptIn(page, '#story a')
  expect(await ranOn(page)).toBe(0)

  const later = { content: `${content}<p>Later.</p>`, version, isDraft: true }
  expect((await context.request.put(`/api/contents/${_id}`, { data: later })).status()).toBe(200)
  await page.goto(paths.editArticle(slug))
  await expect(storyText(page)).toContainText('Later.')
  expect(await ranOn(page)).toBe(0)

  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.frameLocator('iframe[title="Preview of the story"]').getByText('Later.')).toBeVisible()
  expect(await ranOn(page)).toBe(0)
  await page.getByRole('button', { name: 'Close preview' }).click()

  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: 'What differs' })).toContainText('Later.')
  expect(await ranOn(page)).toBe(0)
})

/** Only the text of links was kept. */
async function noScriptIn(page: Page, selector: string) {
  for (const link of await page.locator(selector).all()) {
    const href = (await link.getAttribute('href')) ?? ''
    expect(href).not.toMatch(/script/i)
  }
}

async function ranOn(page: Page): Promise<number> {
  return page.evaluate(() => (window as { pwned?: number }).pwned ?? 0)
}

test('an address that is none of a picture is refused, and what is beyond all bounds immediately', async ({
  context,
}) => {
  await signedIn(context)
  const fieldsRefused = async (data: object, statuses: number[], what: string) => {
    const answer = await context.request.post('/api/contents', { data })
    expect(statuses, what).toContain(answer.status())
    return ((await answer.json()) as { fields: Record<string, string> }).fields
  }
  for (const articleImage of [`javascript:${act}`, `https://example.invalid/"onerror="${act}<`, '/api/users/logout']) {
    const fields = await fieldsRefused({ title: 'A picture', articleImage }, [400], articleImage)
    expect(fields, articleImage).toHaveProperty('articleImage')
  }
  for (const [what, content] of [
    ['20,000 nested elements', '<div>'.repeat(20_000)],
    ['a megabyte of <', '<'.repeat(1_000_000)],
    ['more than a megabyte', 'a'.repeat(1_000_001)],
  ] as const) {
    const fields = await fieldsRefused({ title: 'Too much', content }, [400, 413], what)
    expect(fields.content, what).toMatch(/story/i)
  }
})
