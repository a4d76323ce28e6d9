import { render, screen } from '@testing-library/react'
import { feedPath, paths } from '#contract/paths.ts'
import { type SitePage, sitePages } from '#contract/site-pages.ts'
import { aProductApi } from '#lib/bff/testing/a-product-api.ts'
import { publicPage } from '#lib/page-cache/pages.ts'
import { type RenderContext, runWithRenderContext } from '#lib/renderer/render-context.ts'
import { site } from '#lib/site.ts'
import { plainText } from '#story-html/plain-text.ts'
import { sanitiseStory } from '#story-html/sanitise.ts'
import { builtInTexts } from './built-in-texts.ts'
import { TextPage, textMetadata } from './text-page.tsx'

const names = Object.keys(sitePages) as SitePage[]
const api = aProductApi()
const none = { status: 404, body: { code: 'not_found' }, tags: 'site' }
beforeEach(() => {
  api.answering = none
})

describe.each(names)('the text of /%s', (name) => {
  const path = `/${name}` as const

  test('has a page, a title and a description', async () => {
    expect(publicPage(path)).toBeDefined()
    const { title, description } = await textMetadata(path)
    render(await TextPage({ path }))
    expect(title).toContain(screen.getByRole('heading', { level: 1 }).textContent)
    expect(title).toContain(sitePages[name])
    expect(description).toMatch(/\.$/)
  })

  test('is whole when an administrator begins with it', async () => {
    const { [name]: start } = await builtInTexts()
    const clean = sanitiseStory(start.html)
    expect(plainText(clean)).toBe(plainText(start.html))
    expect(clean).not.toMatch(/[{}]|<!--/)
    const addresses = (html: string) => html.match(/(?:href|src)="[^"]*"/g) ?? []
    expect(addresses(clean)).toEqual(addresses(start.html))
    expect(start.title.length).toBeGreaterThan(0)
    expect(start.intro.length).toBeLessThanOrEqual(300)
  })

  test('names the product and its address, and leaves no placeholder', async () => {
    const { container } = render(await TextPage({ path }))
    expect(container.textContent).toMatch(new RegExp(`${site().name}|${site().contact_email}`))
    expect(container.innerHTML).not.toMatch(/[{}]|%7B/)
  })

  test('links to pages that exist', async () => {
    render(await TextPage({ path }))
    const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    const known = [`mailto:${site().contact_email}`, feedPath(paths.home, 'rss')]
    expect(links.filter((link) => !known.includes(link) && !publicPage(link))).toEqual([])
  })
})

test('a numbered heading begins a section that it names', async () => {
  render(await TextPage({ path: paths.userAgreement }))
  const sections = screen.getAllByRole('region')
  expect(sections).toHaveLength(10)
  expect(sections[7]).toHaveAccessibleName('8. Complaints')
  expect(screen.getByRole('heading', { name: '8. Complaints' })).toHaveAttribute('id', 'section-8')
})

describe('a text that administrators have published', () => {
  const own = {
    title: 'Imprint',
    intro: 'Who we are.',
    html: '<h2>3. Where</h2><p>In a lighthouse.</p><script>alert(1)</script><img src="x" onerror="alert(1)">',
    published_at: '2026-11-28T23:30:00.000Z',
  }
  const path = paths.about

  test('stands in place of the built-in one, with its own title and date, until it is taken back', async () => {
    const pages: string[] = []
    for (const answering of [none, { body: own, tags: 'site' }, none]) {
      api.answering = answering
      const { container, unmount } = render(await TextPage({ path }))
      pages.push(container.innerHTML)
      unmount()
    }
    const [before = '', shown = '', after] = pages
    expect(after).toBe(before)
    expect(before).toContain('About Us</h1>')
    expect(shown).toContain('Imprint</h1>')
    expect(shown).toContain('Last changed on 28 November 2026')
    expect(shown).toContain('<h2 id="section-3">3. Where</h2><p>In a lighthouse.</p>')
    expect(shown).not.toMatch(/<script|onerror/)
    expect(api.asked.map(({ url }) => url)).toEqual(['/texts/about-us', '/texts/about-us', '/texts/about-us'])
  })

  test('decides the title and the description of the page', async () => {
    api.answering = { body: own, tags: 'site' }
    expect(await textMetadata(path)).toMatchObject({
      title: expect.stringContaining('Imprint'),
      description: own.intro,
    })
    api.answering = { body: { ...own, intro: '' }, tags: 'site' }
    expect((await textMetadata(path)).description).toContain('In a lighthouse.')
  })

  const contextOf = async (answering: typeof api.answering) => {
    api.answering = answering
    const context: RenderContext = { requestId: 'one', clientAddress: '', tags: new Set() }
    render(await runWithRenderContext(context, () => TextPage({ path })))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('About Us')
    return context
  }

  test('replaces the page as soon as it is published: the built-in one has the tag of the site', async () => {
    const context = await contextOf(none)
    expect([[...context.tags], context.isUntagged, context.status]).toEqual([['site'], undefined, undefined])
  })

  test.each([
    ['does not answer', { breaks: true, text: '{' }],
    ['fails', { status: 500, body: { code: 'internal' } }],
    ['is another one that has no texts', { status: 404, body: { message: 'Not found' } }],
    ['answers something else', { body: { hello: 'world' } }],
  ])('the built-in text is shown for a short time if the product API %s', async (_, answering) => {
    expect((await contextOf(answering)).isUntagged).toBe(true)
  })
})
