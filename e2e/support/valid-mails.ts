import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { expectAccessible } from './accessibility.ts'
import { dkim, siteUrl } from './address.ts'
import { whereLeads } from './follow-mail.ts'
import { htmlErrors } from './html-checker.ts'
import { mailFaults } from './mail-faults.ts'
import type { ReceivedMail } from './mails.ts'
import { expect, test as people } from './people.ts'

/** `leadsTo`: the headings of the pages behind an email's links, opened without a session. */
type ExpectValidMail = (mail: ReceivedMail, leadsTo: string[]) => Promise<void>

export const test = people.extend<{ expectValidMail: ExpectValidMail }>({
  expectValidMail: async ({ request, browser }, use) => {
    const mails: ReceivedMail[] = []
    const phone = await browser.newPage({ viewport: { width: 360, height: 800 } })
    await use(async (mail, leadsTo) => {
      mails.push(mail)
      expect(mailFaults(mail, siteUrl), mail.subject).toEqual([])
      expect(await signatures(mail), mail.subject).toEqual([`pass for ${dkim.domain}`])
      expect(await whereLeads(request, mail), mail.subject).toEqual([...leadsTo].sort())
      await expectReadable(phone, mail)
    })
    await phone.close()
    // Once for all: the checker takes its time to start.
    expect(htmlErrors(mails.map(({ subject, html }) => ({ name: subject, html }))) ?? []).toEqual([])
  },
})

/** On a phone, by day and at night. */
async function expectReadable(phone: Page, { subject, html }: ReceivedMail): Promise<void> {
  await phone.setContent(html)
  for (const colorScheme of ['light', 'dark'] as const) {
    await phone.emulateMedia({ colorScheme })
    // An email is shown within the page of a mail program, which has landmarks of its own.
    const checked =
      colorScheme === 'light' ? { without: ['landmark-one-main', 'region'] } : { only: ['color-contrast'] }
    await expectAccessible(phone, checked)
  }
  const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${subject} scrolls sideways`).toBeLessThanOrEqual(0)
}

/** The recipient's verdict on an email's signatures, e.g. `pass for bytewise.example`; a line for each. */
async function signatures({ source }: Pick<ReceivedMail, 'source'>): Promise<string[]> {
  const { results } = await dkimVerify(source, {
    resolver: async (name, type) => {
      if (name !== `${dkim.selector}._domainkey.${dkim.domain}` || type !== 'TXT')
        throw new Error(`no ${type} of ${name}`)
      return [[readFileSync(dkim.recordFile, 'utf8')]]
    },
  })
  return results.map(({ status, signingDomain }) => `${status.result} for ${signingDomain}`)
}
