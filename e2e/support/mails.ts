import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { mailFolder, siteUrl } from './address.ts'
import { addressesIn, type ReadMail } from './mail-faults.ts'

export type ReceivedMail = ReadMail & {
  /** The raw bytes as received. */
  source: Buffer
}

/** The sink's format: `source` has one character per byte. */
type SunkMail = { recipients: string[]; source: string }

/** Every email that the sink has received for this address, oldest first. */
export async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const received = await Promise.all(
    readdirSync(mailFolder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => readOnce(join(mailFolder, name))),
  )
  return received.filter(({ recipients }) => recipients.includes(address))
}

/** Waits for the email to this address whose subject matches. */
export async function mailTo(address: string, subject: RegExp): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined
  await expect
    .poll(
      async () => {
        found = (await mailsTo(address)).findLast((mail) => subject.test(mail.subject))
        return found?.subject
      },
      { message: `a mail to ${address} about ${subject}`, timeout: 15_000, intervals: [25, 50, 100] },
    )
    .toMatch(subject)
  if (!found) throw new Error('unreachable')
  return found
}

/** The site's one address that an email's button links to, as a path. */
export function linkIn(mail: ReceivedMail, path: RegExp): string {
  const found = addressesIn(mail).inText.find((url) => url.startsWith(siteUrl) && path.test(url))
  if (!found) throw new Error(`no link ${path} in: ${mail.text}`)
  return found.slice(siteUrl.length)
}

/** Parsed once: a test looks for its email again and again. */
const parsed = new Map<string, Promise<ReceivedMail>>()

function readOnce(file: string): Promise<ReceivedMail> {
  const mail = parsed.get(file) ?? read(file)
  parsed.set(file, mail)
  return mail
}

async function read(file: string): Promise<ReceivedMail> {
  const { recipients, source: written } = JSON.parse(readFileSync(file, 'utf8')) as SunkMail
  const source = Buffer.from(written, 'latin1')
  const { to = [], subject = '', text = '', html = '', headers } = await PostalMime.parse(source)
  return {
    recipients,
    to: to.map(({ address = '' }) => address),
    subject,
    text,
    html,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    source,
  }
}
