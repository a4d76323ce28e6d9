import { afterSignIn, endSession, sessionCookieName } from './cookies.ts'

// The settings are read once, at the first question: this file is a site that is reached by https.
process.env.PUBLIC_URL = 'https://site.example'

describe('the cookies of a site on https', () => {
  test('are bound to the host unless scripts need to read them', () => {
    expect(sessionCookieName()).toBe('__Host-next-auth.session-token')
    expect(afterSignIn()[0]).toBe('signed_in=1; Path=/; Max-Age=2592000; SameSite=Lax; Secure')
  })

  test('the wanted page is forgotten after a sign-in', () => {
    expect(afterSignIn()[1]).toBe('wanted_page=; Path=/users; Max-Age=0; SameSite=Lax; Secure; HttpOnly')
  })

  test('what a browser is known by is sent to the addresses that sign in alone, for ninety days', () => {
    expect(afterSignIn('a-secret.another').slice(2)).toEqual([
      'known_browser=a-secret.another; Path=/api/auth; Max-Age=7776000; SameSite=Lax; Secure; HttpOnly',
    ])
  })

  test.each([undefined, '', 'a b', 'a; Path=/', 'a\r\nx-evil: 1', 'a'.repeat(201)])(
    'nothing is set that is no value for a cookie: %j',
    (value) => {
      expect(afterSignIn(value).slice(2)).toEqual([])
    },
  )

  test('all end together, with the parts that a long session was cut into and no others', () => {
    const sent = [
      ...['a=1', '__Host-next-auth.session-token.0=x', '__Host-next-auth.session-token.1=y'],
      ...['__Host-next-auth.session-token.evil=z', 'other.0=1'],
    ]
    const request = new Request('https://site.example', { headers: { cookie: sent.join('; ') } })
    expect(endSession(request, new Response()).headers.getSetCookie()).toEqual([
      '__Host-next-auth.session-token=; Path=/; Max-Age=0; SameSite=Lax; Secure; HttpOnly',
      '__Host-next-auth.session-token.0=; Path=/; Max-Age=0; SameSite=Lax; Secure; HttpOnly',
      '__Host-next-auth.session-token.1=; Path=/; Max-Age=0; SameSite=Lax; Secure; HttpOnly',
      'signed_in=; Path=/; Max-Age=0; SameSite=Lax; Secure',
    ])
  })
})
