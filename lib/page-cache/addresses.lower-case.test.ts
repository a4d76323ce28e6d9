import { lowerCasePath } from './addresses.ts'

test.each([
  ['/About-Us', '/about-us'],
  ['/BOOKS', '/books'],
  ['/ARTICLE/A-Lift', '/article/a-lift'],
  ['/article/A-Lift.MD', '/article/a-lift.md'],
  ['/article/A-Lift/edit', '/article/a-lift/edit'],
  ['/Users/Login', '/users/login'],
  ['/Articles/Fiction/Feed.XML', '/articles/fiction/feed.xml'],
  ['/FEED.xml', '/feed.xml'],
  ['/.well-known/Security.txt', '/.well-known/security.txt'],
  ['/Publication/Caf%C3%A9', '/publication/caf%C3%A9'],
])('%s means %s', (path, meant) => {
  expect(lowerCasePath(path)).toBe(meant)
})

test.each([
  ['/Newsletters/AbC', '/newsletters/AbC'],
  ['/Reset-Password/AbC', '/reset-password/AbC'],
  ['/Subscription/Preferences/AbC', '/subscription/preferences/AbC'],
  ['/PROFILE/AbC', '/profile/AbC'],
])('in %s the case of what is no name of ours stays', (path, meant) => {
  expect(lowerCasePath(path)).toBe(meant)
})

test.each([
  '/about-us',
  '/reset-password/AbC',
  '/newsletters/AbC',
  '/publication/caf%C3%A9',
  '/Nothing/Like-This',
  '//Evil.example/about-us',
  '/\\Evil.example',
  '/https:/Evil.example',
  '/API/contents',
  '/sitemaps/stories-AbC.xml',
  '/share-image/A.png',
  '/_next/static/A.js',
  '/Feeds/all/-/feed.xml',
  '/Private-Article/a',
  '/Refused/429',
  '/articles/%ff',
  '',
])('%s means nothing else', (path) => {
  expect(lowerCasePath(path)).toBeUndefined()
})
