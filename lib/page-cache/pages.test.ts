import { readdirSync } from 'node:fs'
import path from 'node:path'
import { calls } from '#contract/calls.ts'
import { config as middleware } from '../../middleware.ts'
import { publicPath } from './addresses.ts'
import { isInternal, pageAt, pages, publicPage } from './pages.ts'

const app = path.join(import.meta.dirname, '../../app')

/** `app/(about)/article/[slug]/page.tsx` → `/article/:slug`. */
function pagesOfApp(): string[] {
  return readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'page.tsx')
    .map((file) => {
      const folders = path.dirname(file).split(path.sep)
      const segments = folders.filter((folder) => folder !== '.' && !/^\(.*\)$/.test(folder))
      return `/${segments.map((segment) => segment.replace(/^\[(?:\.\.\.)?(.+)\]$/, ':$1')).join('/')}`
    })
}

test('every page of app/ is in the table: it says who the page is for', () => {
  const known = new Set(pages.map((page) => page.path))
  expect(pagesOfApp().filter((page) => !known.has(page))).toEqual([])
})

test('every row of the table is a page', () => {
  const there = new Set(pagesOfApp())
  expect(pages.filter((page) => !there.has(page.path))).toEqual([])
})

test('no page is listed twice, and none hides behind a more general one before it', () => {
  for (const [place, page] of pages.entries()) {
    const asked = page.path.replace(/:\w+/g, 'x')
    const first = pages.findIndex((other) => {
      const segments = other.path.split('/')
      const given = asked.split('/')
      return segments.length === given.length && segments.every((one, at) => one.startsWith(':') || one === given[at])
    })
    expect([page.path, first]).toEqual([page.path, place])
  }
})

test('the middleware runs on the pages that are not for everyone, and on no other', () => {
  const guarded = pages.filter((page) => ['signed-in', 'administrator', 'signed-out'].includes(page.for))
  expect([...middleware.matcher].sort()).toEqual(guarded.map((page) => page.path).sort())
})

test('a secret page has a parameter that is the secret, and is never kept', () => {
  for (const page of pages.filter(({ secret }) => secret)) {
    expect(page.path).toMatch(/:\w+$/)
    expect(publicPath(page.path.replace(/:\w+/, 'x'))).toBeUndefined()
  }
})

test('says who a page is for, and which are kept', () => {
  expect(pageAt('/publication/new')?.for).toBe('signed-in')
  expect(pageAt('/publication/newer')?.for).toBe('everybody')
  expect(pageAt('/article/a/edit')?.for).toBe('signed-in')
  expect(pageAt('/constructor')).toBeUndefined()
  expect(publicPage('/article/a')?.keepMissing).toBe(true)
  expect(publicPage('/admin-dashboard')).toBeUndefined()
})

test('kept calls are the same for all', () => {
  for (const { method, path: of, sameForAll } of calls) {
    const isKept = method === 'GET' && publicPath(`/api${of.replace(/:\w+/g, 'x')}`) !== undefined
    if (isKept) expect([of, sameForAll]).toEqual([of, true])
  }
})

describe('isInternal', () => {
  test.each(['/feeds/all/-/feed.xml', '//feeds/all', '/markdown/a', '/refused/429', '/uncaught-error', '/Feeds'])(
    'hides %s',
    (path) => expect(isInternal(path)).toBe(true),
  )

  test.each(['/', '/feed.xml', '/article/feeds', '/articles/markdown', '/feedstuff'])('shows %s', (path) =>
    expect(isInternal(path)).toBe(false),
  )
})
