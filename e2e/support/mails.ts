import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { mailFolder, siteUrl } from './address.ts'

export type ReceivedMail = {
  recipients: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** Every mail that the sink has taken for this address, oldest first. */
export async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const received = await Promise.all(
    readdirSync(mailFolder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => read(join(mailFolder, name))),
  )
  return received.filter(({ recipients }) => recipients.includes(address))
}

/** Waits for the mail to this address whose subject matches. */
export async function mailTo(address: string, subject: RegExp): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined
  await expect
    .poll(
      async () => {
        found = (await mailsTo(address)).findLast((mail) => subject.test(mail.subject))
        return found?.subject
      },
      { message: `a mail to ${address} about ${subject}`, timeout: 15_000 },
    )
    .toMatch(subject)
  if (!found) throw new Error('unreachable')
  return found
}

/** The one address of the site that a mail's button leads to, as a path. */
export function linkIn(mail: ReceivedMail, path: RegExp): string {
  const addresses = [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([url]) => url)
  const found = addresses.find((url) => url.startsWith(siteUrl) && path.test(url))
  if (!found) throw new Error(`no link ${path} in: ${mail.text}`)
  return found.slice(siteUrl.length)
}

async function read(file: string): Promise<ReceivedMail> {
  const { recipients, source } = JSON.parse(readFileSync(file, 'utf8')) as { recipients: string[]; source: string }
  const { subject = '', text = '', html = '', headers } = await PostalMime.parse(source)
  return { recipients, subject, text, html, headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])) }
}
