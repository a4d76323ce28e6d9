import type { APIRequestContext } from '@playwright/test'
import { Parser } from 'htmlparser2'
import { siteUrl } from './address.ts'
import { addressesIn } from './mail-faults.ts'
import type { ReceivedMail } from './mails.ts'

/**
 * Opens everything that an email links to, as a mail scanner does: its links, the addresses in its text, its pictures
 * and the address of its unsubscribe button.
 * @returns the headings of the pages, each once and sorted, without the home page's; a line for each dead link.
 */
export async function whereLeads(client: APIRequestContext, mail: ReceivedMail): Promise<string[]> {
  const { links, pictures, inText } = addressesIn(mail)
  const button = /^<(.+)>$/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1]
  const pages = [...links, ...inText, ...(button ? [button] : [])].filter((url) => url.startsWith('http'))
  const found = await Promise.all([
    ...[...new Set(pages)].map((url) => headingAt(client, url, mail)),
    ...pictures.map((url) => pictureFault(client, url)),
  ])
  return [...new Set(found.filter((line) => line !== undefined))].sort()
}

/** The page's heading; for a story and a newsletter, which the email names, only its kind; a profile's, unnamed. */
async function headingAt(
  client: APIRequestContext,
  url: string,
  { subject, text }: ReceivedMail,
): Promise<string | undefined> {
  const answer = await client.get(url)
  const heading = headingOf(await answer.text())
  if (answer.status() !== 200 || !answer.url().startsWith(`${siteUrl}/`)) {
    return `${url} → ${answer.status()} at ${answer.url()}: ${heading}`
  }
  if (url === siteUrl) return undefined
  const said = `${subject} ${text}`.replace(/\s+/g, ' ')
  const { pathname } = new URL(answer.url())
  if (pathname.startsWith('/profile/')) return heading.replace(/^(Profile Details) .*/, '$1')
  if (!/^\/(article|newsletters)\//.test(pathname)) return heading
  if (!said.includes(heading)) return `${url} → ${heading}, which the mail says nothing of`
  return pathname.startsWith('/article/') ? 'its story' : 'itself'
}

async function pictureFault(client: APIRequestContext, url: string): Promise<string | undefined> {
  const answer = await client.get(url)
  const type = answer.headers()['content-type'] ?? ''
  if (answer.status() === 200 && type.startsWith('image/') && (await answer.body()).length > 0) return undefined
  return `${url} → ${answer.status()} ${type}`
}

function headingOf(html: string): string {
  let heading = ''
  let isInside = false
  const parser = new Parser({
    onopentag(name) {
      if (name === 'h1' && heading === '') isInside = true
    },
    ontext(words) {
      if (isInside) heading += words
    },
    onclosetag(name) {
      if (name === 'h1') isInside = false
    },
  })
  parser.end(html)
  return heading.replace(/\s+/g, ' ').trim()
}
