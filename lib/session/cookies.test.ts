import { clearWantedPage, endSessionCookies, sessionCookieName, setHint, setKnownBrowser } from './cookies.ts'

// The settings are read once, at the first question: this file is a site that is reached by https.
process.env.PUBLIC_URL = 'https://site.example'

describe('the cookies of a site on https', () => {
  test('are bound to the host unless scripts need to read them', () => {
    expect(sessionCookieName()).toBe('__Host-next-auth.session-token')
    expect(setHint()).toBe('signed_in=1; Path=/; Max-Age=2592000; SameSite=Lax; Secure')
  })

  test('the wanted page is forgotten if it was stored', () => {
    expect(clearWantedPage()).toBe('wanted_page=; Path=/users; Max-Age=0; SameSite=Lax; Secure; HttpOnly')
  })

  test('what a browser is known by is sent to the addresses that sign in alone, for ninety days', () => {
    expect(setKnownBrowser('a-secret.another')).toEqual([
      'known_browser=a-secret.another; Path=/api/auth; Max-Age=7776000; SameSite=Lax; Secure; HttpOnly',
    ])
  })

  test.each([undefined, '', 'a b', 'a; Path=/', 'a\r\nx-evil: 1', 'a'.repeat(201)])(
    'nothing is set that is no value for a cookie: %j',
    (value) => {
      expect(setKnownBrowser(value)).toEqual([])
    },
  )

  test('all end together, with the parts that a long session was cut into and no others', () => {
    const sent = [
      ...['a=1', '__Host-next-auth.session-token.0=x', '__Host-next-auth.session-token.1=y'],
      ...['__Host-next-auth.session-token.evil=z', 'other.0=1'],
    ]
    expect(endSessionCookies(sent.join('; '))).toEqual([
      '__Host-next-auth.session-token=; Path=/; Max-Age=0; SameSite=Lax; Secure; HttpOnly',
      '__Host-next-auth.session-token.0=; Path=/; Max-Age=0; SameSite=Lax; Secure; HttpOnly',
      '__Host-next-auth.session-token.1=; Path=/; Max-Age=0; SameSite=Lax; Secure; HttpOnly',
      'signed_in=; Path=/; Max-Age=0; SameSite=Lax; Secure',
    ])
  })
})
