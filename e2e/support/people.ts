import { randomBytes, randomInt } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { admin, siteUrl } from './address.ts'
import type { GoogleAccount } from './google.ts'
import { linkIn, mailTo } from './mails.ts'
import { removeNewStories } from './stories.ts'

export type Person = { name: string; email: string; password: string }

type WorkerFixtures = { asAdmin: () => Promise<APIRequestContext> }

export const test = base.extend<{ storiesAsBefore: undefined }, WorkerFixtures>({
  /** Calls as an administrator, who is signed in once. */
  asAdmin: [
    async ({ playwright }, use) => {
      let signedIn: Promise<APIRequestContext> | undefined
      const start = async () => {
        const request = await playwright.request.newContext({ baseURL: siteUrl })
        await signIn({ request }, admin)
        return request
      }
      await use(() => {
        signedIn ??= start()
        return signedIn
      })
      await (await signedIn)?.dispose()
    },
    { scope: 'worker' },
  ],
  /** Removes what a test has published: the next one counts on the stories that a site begins with. */
  storiesAsBefore: [
    async ({ asAdmin }, use) => {
      await use(undefined)
      await removeNewStories(asAdmin)
    },
    { auto: true },
  ],
  /** Every test comes from an address of its own, so that limits of one never meet those of another. */
  extraHTTPHeaders: async ({ baseURL: _ }, use) => {
    await use({ 'x-forwarded-for': ['10', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.') })
  },
})
export { expect }

export function somebody(given: Partial<Person> = {}): Person {
  const mark = randomBytes(4).toString('hex')
  return { name: `Reader ${mark}`, email: `reader-${mark}@example.com`, password: `a quiet word ${mark}`, ...given }
}

/** Makes an account through the site's own calls. */
export async function signUp(context: BrowserContext, person: Person = somebody()): Promise<Person> {
  const answer = await context.request.post('/api/users/signup', { data: person })
  expect(answer.status(), await answer.text()).toBe(200)
  return person
}

/** Signs a browser in without its forms. */
export async function signIn(context: Pick<BrowserContext, 'request'>, person: Pick<Person, 'email' | 'password'>) {
  const answer = await tryToSignIn(context, person)
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Like `signIn`, whatever the result. */
export async function tryToSignIn(
  context: Pick<BrowserContext, 'request'>,
  { email, password }: Pick<Person, 'email' | 'password'>,
) {
  const csrf = await context.request.get('/api/auth/csrf')
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const { origin } = new URL(csrf.url())
  return context.request.post('/api/auth/callback/credentials', {
    form: { csrfToken, email, password, json: 'true', callbackUrl: origin },
    headers: { origin },
  })
}

/** Follows the link of the welcome email in a signed-in browser: the address counts as proven from then on. */
export async function proveAddress(context: BrowserContext, { email }: Person) {
  const link = linkIn(await mailTo(email, /./), /\/confirm-email\//)
  const token = decodeURIComponent(link.split('/').at(-1) ?? '')
  const answer = await context.request.post('/api/users/confirm-email', { data: { token } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** A browser in which a new person is signed in, whose address is proven. */
export async function signedIn(context: BrowserContext, given: Partial<Person> = {}): Promise<Person> {
  const person = await signUp(context, somebody(given))
  await signIn(context, person)
  await proveAddress(context, person)
  return person
}

/** A person whom only Google knows. */
export function atGoogle(given: Partial<GoogleAccount> = {}): GoogleAccount {
  const { name, email } = somebody()
  return { name, email, email_verified: true, ...given }
}

/** Signs in as this account, from the sign-in page. */
export async function signInByGoogle(page: Page, account: GoogleAccount, from = '/users/login?next=%2Fabout-us') {
  await page.goto(from)
  await page.getByRole('button', { name: /Google/ }).click()
  await page.getByLabel('Account').fill(JSON.stringify(account))
  await page.getByRole('button', { name: 'Go on' }).click()
}

/** A security key of Chromium's own, which says yes to everything. */
export async function addVirtualSecurityKey(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
}
