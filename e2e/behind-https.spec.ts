import { expect, test } from '@playwright/test'
import { type OwnSite, ownSite } from './support/own-site.ts'
import { somebody } from './support/people.ts'

let site: OwnSite
const publicUrl = 'https://reading.example'

test.beforeAll(async () => {
  site = await ownSite({ publicUrl })
})
test.afterAll(() => site.stop())

const set = (answer: Response) => answer.headers.getSetCookie()
const named = (cookies: string[]) => cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')

test('cookies are bound to the host and to https, and every answer asks to stay there', async () => {
  const person = somebody()
  const json = { 'content-type': 'application/json', origin: publicUrl }
  const signUp = await fetch(`${site.url}/api/users/signup`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(person),
  })
  expect(signUp.status, await signUp.text()).toBe(200)
  expect(signUp.headers.get('strict-transport-security')).toContain('max-age=31536000')

  const csrf = await fetch(`${site.url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const { email, password } = person
  const signedIn = await fetch(`${site.url}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: named(set(csrf)), origin: publicUrl },
    body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
  })
  const cookies = set(signedIn)
  const session = cookies.find((cookie) => cookie.startsWith('__Host-next-auth.session-token='))
  expect(session).toMatch(/; Path=\/;.*; HttpOnly; Secure; SameSite=Lax$/)
  expect(cookies.every((cookie) => /; Secure/.test(cookie))).toBe(true)

  const me = await fetch(`${site.url}/api/users/current_user`, { headers: { cookie: named(cookies) } })
  expect(await me.json()).toMatchObject({ email })
  // Its own plain address is another site's to a browser.
  const foreign = await fetch(`${site.url}/api/users/logout`, {
    method: 'POST',
    headers: { cookie: named(cookies), origin: 'http://reading.example' },
  })
  expect(foreign.status).toBe(403)

  const home = await fetch(site.url)
  expect(home.headers.get('strict-transport-security')).toContain('max-age=31536000')
  expect(home.headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  const login = await fetch(`${site.url}/bookmarks`, { redirect: 'manual' })
  expect(login.headers.get('strict-transport-security')).toContain('max-age=31536000')
  expect(set(login).join()).toMatch(/wanted_page=.*Secure/i)
})
