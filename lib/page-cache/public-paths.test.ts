import { publicPath } from './public-paths.ts'

describe('publicPath', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=x', '/'],
    ['/?x=1&cursor=abc', '/'],
    ['/books?x=1&cursor=abc', '/books?cursor=abc'],
    ['/articles/fiction?cursor=a&cursor=b', '/articles/fiction?cursor=a'],
    ['/article/some-story?fbclid=1', '/article/some-story'],
    ['/feed.xml?x', '/feed.xml'],
    ['/sudoku?level=hard&puzzle=123', '/sudoku'],
    ['/search?b=1&q=sea+shore', '/search?q=sea+shore'],
  ])('keeps %s under %s', (url, key) => {
    expect(publicPath(url)?.key).toBe(key)
  })

  test.each([
    '/publication/new',
    '/new-story',
    '/bookmarks',
    '/article/a/edit',
    '/api/users/current_user',
    '/api/auth/session',
    '/healthz',
    '/admin-dashboard',
  ])('leaves %s to its reader', (url) => {
    expect(publicPath(url)).toBeUndefined()
  })

  test('does not keep search results, which anybody could make without end', () => {
    expect(publicPath('/search?q=a')?.keep).toBe(false)
    expect(publicPath('/api/contents/search?content=a')?.keep).toBe(false)
  })
})
