import type { Address, Email } from 'postal-mime'
import { classifyRefusal, type RefusalKind } from './classify-refusal.ts'

export const reportMostBytes = 256 * 1024

/** Fields that may identify the email a report is about; all of them are unverified. */
type About = {
  /** Addresses among which the email's own return address may be. */
  returnPaths: string[]
  /** The Message-ID of the email that bounced or was complained about. */
  messageId: string | undefined
  recipient: string | undefined
}
type Bounce = About & { kind: 'bounce'; refusal: RefusalKind; status: string; diagnostic: string }
type Complaint = About & { kind: 'complaint'; feedbackType: string }
export type Report = Bounce | Complaint

/**
 * Reads a mail server's report of a permanent bounce (RFC 3464) or of a complaint (RFC 5965). Undefined for anything else:
 * delays, deliveries, automatic replies, and unreadable messages.
 */
export async function readReport(raw: Uint8Array): Promise<Report | undefined> {
  if (raw.byteLength > reportMostBytes) return undefined
  const mail = await parse(raw)
  if (!mail) return undefined
  const feedback = partOf(mail, 'message/feedback-report')
  if (feedback !== undefined) return readComplaint(mail, readFieldGroups(feedback)[0] ?? new Map())
  const status = partOf(mail, 'message/delivery-status') ?? partOf(mail, 'message/global-delivery-status')
  return status === undefined ? undefined : readBounce(mail, readFieldGroups(status))
}

function readBounce(mail: Email, groups: Fields[]): Bounce | undefined {
  // The first group is about the message, each further one about a recipient. A return path belongs to one recipient.
  const failed = groups.find((group) => /^failed\b/i.test(group.get('action') ?? ''))
  if (!failed) return undefined
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(failed.get('status') ?? '')?.[0] ?? ''
  const diagnostic = withoutKind(failed.get('diagnostic-code'))
  const code = Number(/\b[45]\d\d\b/.exec(diagnostic)?.[0]) || undefined
  const refusal = classifyRefusal({ status, code, text: diagnostic })
  const recipient = withoutKind(failed.get('original-recipient') ?? failed.get('final-recipient')) || undefined
  return { kind: 'bounce', refusal, status, diagnostic, recipient, ...aboutOf(mail) }
}

function readComplaint(mail: Email, fields: Fields): Complaint | undefined {
  const feedbackType = (fields.get('feedback-type') ?? '').trim().toLowerCase()
  // RFC 5965, section 3.1, and RFC 6650: other types report authentication failures or withdraw a complaint.
  if (!['abuse', 'fraud', 'other', 'virus'].includes(feedbackType)) return undefined
  const recipient = fields.get('original-rcpt-to')?.replace(/[<>]/g, '').trim() || undefined
  const about = aboutOf(mail)
  const mailFrom = fields.get('original-mail-from')?.replace(/[<>]/g, '').trim()
  const returnPaths = [...(mailFrom ? [mailFrom] : []), ...about.returnPaths]
  return { kind: 'complaint', feedbackType, ...about, recipient, returnPaths }
}

/** Reads the report's own headers, and those of the returned email. */
function aboutOf(mail: Email): Omit<About, 'recipient'> {
  const original = partOf(mail, 'message/rfc822') ?? partOf(mail, 'text/rfc822-headers')
  const headers = original === undefined ? undefined : readFieldGroups(original)[0]
  const path = headers?.get('return-path')?.replace(/[<>]/g, '').trim()
  const given = [...(mail.to ?? []).flatMap(addressesOf), mail.deliveredTo ?? '', path ?? '']
  const returnPaths = given.filter((address) => address !== '')
  return { returnPaths, messageId: headers?.get('message-id')?.trim() }
}

async function parse(raw: Uint8Array): Promise<Email | undefined> {
  const { default: PostalMime } = await import('postal-mime')
  try {
    // The returned email stays a separate part: its text is not the report's.
    return await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      attachmentEncoding: 'utf8',
      maxNestingDepth: 20,
      maxHeadersSize: 64 * 1024,
    })
  } catch {
    return undefined
  }
}

function partOf(mail: Email, type: string): string | undefined {
  const part = mail.attachments.find(({ mimeType }) => mimeType === type)
  return part && String(part.content)
}

function addressesOf({ address, group }: Address): string[] {
  return group ? group.map((one) => one.address) : [address]
}

/** `smtp; 550 …` or `rfc822; a@example.com` without its kind. */
function withoutKind(typed = ''): string {
  return typed.replace(/^\s*[\w-]+\s*;/, '').trim()
}

/** Fields by name, in lower case; the first one if a name occurs twice. */
type Fields = Map<string, string>

const groupsMost = 100
const fieldMost = 2_000

/** Groups of header fields with empty lines between them, as delivery reports have them (RFC 3464, section 2.1). */
function readFieldGroups(text: string): Fields[] {
  return text
    .split(/(?:\r?\n){2,}/, groupsMost)
    .map(readFields)
    .filter(({ size }) => size > 0)
}

function readFields(block: string): Fields {
  const fields: Fields = new Map()
  // A line that begins with a blank continues the previous one.
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':')
    const name = line.slice(0, Math.max(0, at)).trim().toLowerCase()
    if (name && !fields.has(name))
      fields.set(
        name,
        line
          .slice(at + 1)
          .trim()
          .slice(0, fieldMost),
      )
  }
  return fields
}
