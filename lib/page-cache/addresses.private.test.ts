import { privateArticlePath } from './addresses.ts'

const session = 'theme=dark; next-auth.session-token=abc'

describe('the private view of a story', () => {
  test('is for readers with a session, whole or in parts', () => {
    expect(privateArticlePath('/article/a-lift', session)).toBe('/private-article/a-lift')
    expect(privateArticlePath('/article/a-lift', 'next-auth.session-token.0=a; next-auth.session-token.1=b')).toBe(
      '/private-article/a-lift',
    )
    expect(privateArticlePath('/article/%C3%A9t%C3%A9', session)).toBe('/private-article/%C3%A9t%C3%A9')
  })

  test('is for a site on https too', () => {
    expect(privateArticlePath('/article/a-lift', '__Host-next-auth.session-token=a')).toBe('/private-article/a-lift')
  })

  test.each([undefined, '', 'signed_in=1', 'theme=dark'])('is for no one whose cookies are %j', (cookies) => {
    expect(privateArticlePath('/article/a-lift', cookies)).toBeUndefined()
  })

  test.each(['/', '/articles/a', '/article/a-lift.md', '/article/a/b', '/profile/a', '/_next/static/x.js'])(
    'is not at %s',
    (key) => {
      expect(privateArticlePath(key, session)).toBeUndefined()
    },
  )
})
