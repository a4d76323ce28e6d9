import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { render, screen } from '@testing-library/react'
import { feedPath, paths } from '#contract/paths.ts'
import { publicPage } from '#lib/page-cache/pages.ts'
import { site } from '#lib/site.ts'
import { TextPage, textMetadata } from './text-page.tsx'

const names = globSync('app/(about)/*.md').map((file) => basename(file, '.md'))

describe.each(names)('the text of /%s', (name) => {
  const path = `/${name}`

  test('has a page, a title and a description', async () => {
    expect(publicPage(path)).toBeDefined()
    const { title, description } = await textMetadata(path)
    render(await TextPage({ path }))
    expect(title).toContain(screen.getByRole('heading', { level: 1 }).textContent)
    expect(description).toMatch(/\.$/)
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
