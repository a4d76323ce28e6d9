import { publicPath } from './addresses.ts'

describe('publicPath', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=x', '/'],
    ['/?x=1&cursor=abc', '/?cursor=abc'],
    ['/books?x=1&cursor=abc', '/books?cursor=abc'],
    ['/articles/fiction?cursor=a&cursor=b', '/articles/fiction?cursor=a'],
    ['/article/some-story?fbclid=1', '/article/some-story'],
    ['/feed.xml?x', '/feed.xml'],
    ['/manifest.webmanifest?v=2', '/manifest.webmanifest'],
    ['/.well-known/security.txt', '/.well-known/security.txt'],
    ['/icons/icon-192.png', '/icons/icon-192.png'],
    ['/site-icon/0a/192.png?x=1', '/site-icon/0a/192.png'],
    ['/sudoku?level=hard&puzzle=123', '/sudoku'],
    ['/search?b=1&q=sea+shore', '/search?q=sea+shore'],
    ['/articles/%66iction', '/articles/fiction'],
    ['/articles/%66%69ction/atom%2exml', '/articles/fiction/atom.xml'],
    ['/publication/O%27Neil%20%c3%a9', "/publication/O'Neil%20%C3%A9"],
    ['/publication/a+b@c', '/publication/a%2Bb%40c'],
    ['/publication/a%2fb', '/publication/a%2Fb'],
    ['/profile/01A1CE8E-6180-7E03-B9A3-8247E109DAAF', '/profile/01a1ce8e-6180-7e03-b9a3-8247e109daaf'],
    [
      '/api/contents/author/01A1CE8E-6180-7E03-B9A3-8247E109DA%41F?limit=2',
      '/api/contents/author/01a1ce8e-6180-7e03-b9a3-8247e109daaf?limit=2',
    ],
    ['/api/contents?x=1&include=content&limit=2', '/api/contents?limit=2&include=content'],
    ['/_next/static/chunks/app/[slug]/page-A1.js', '/_next/static/chunks/app/%5Bslug%5D/page-A1.js'],
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
    '/.well-known/change-password',
    '/admin-dashboard',
    '/covers/../admin-dashboard',
    '/covers/%2E./admin-dashboard',
    '/covers/..',
    '/_next/static/.\\..\\x',
    '/publication/%6eew',
    '/articles/%',
    '/articles/%ff',
  ])('leaves %s to its reader', (url) => {
    expect(publicPath(url)).toBeUndefined()
  })

  test('does not keep search results, which anyone could make without end', () => {
    expect(publicPath('/search?q=a')?.keep).toBe(false)
    expect(publicPath('/api/contents/search?content=a')?.keep).toBe(false)
  })

  test('of pictures for other sites and of copies a shared cache may live longer, of pages it may not', () => {
    expect(publicPath('/share-image/~site.png')?.sharedSeconds).toBe(600)
    expect(publicPath('/article/a.md')).toMatchObject({ key: '/article/a.md', keepMissing: true, sharedSeconds: 120 })
    for (const url of ['/', '/article/a', '/feed.xml']) expect(publicPath(url)?.sharedSeconds).toBeUndefined()
  })

  test('keeps a 404 only for stories', () => {
    expect(publicPath('/article/a')?.keepMissing).toBe(true)
    for (const url of ['/articles/a', '/publication/a', '/profile/a', '/articles/a/feed.xml', '/share-image/a.png'])
      expect(publicPath(url)?.keepMissing).toBe(false)
  })
})
