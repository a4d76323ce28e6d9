import type { Page } from '@playwright/test'
import type { GoogleAccount } from './google.ts'
import { somebody } from './people.ts'

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
