import { Resolver } from 'node:dns/promises'
import { access, constants, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { checkSendingDomain, type DomainFinding } from '#newsletters/check-sending-domain.ts'
import { domainOf } from '#platform/mail/address.ts'
import { connectToMailServer } from '#platform/mail/bulk/smtp-lane.ts'
import { at, bad, codeOf, type Finding, type Found, good, hint, reasonOf } from '../findings.ts'
import type { Subject } from '../subject.ts'
import { isLocal, isNear, isReserved } from './hosts.ts'

const answerMs = 3_000

export async function checkMail(subject: Subject): Promise<Found> {
  const { SMTP_URL: url, DATA_DIR } = subject.settings
  if (!url) return checkOutbox(DATA_DIR)
  const parts = await Promise.all([checkServer(url), checkSender(subject, url), checkBounces(subject)])
  return { findings: parts.flat(), facts: [`emails come from ${subject.newsletters.from.address}`] }
}

/** Connects and logs in as for an email. */
async function checkServer(url: string): Promise<Finding[]> {
  const where = `The mail server${at(url)}`
  const { hostname } = new URL(url)
  let isEncrypted: boolean
  try {
    const session = await connectToMailServer(url, answerMs)
    isEncrypted = session.secure
    session.quit()
  } catch (fault) {
    const sentence = `${where} isn’t working${reasonOf(fault)}.`
    const isRefused = codeOf(fault) === 'EAUTH'
    return [
      isRefused
        ? bad('mail-refused', sentence, 'Correct the user and the password in SMTP_URL.')
        : bad('mail-away', sentence, 'Correct SMTP_URL, or start the server. Emails wait as jobs meanwhile.'),
    ]
  }
  if (isEncrypted || isNear(hostname)) return [good('mail-works', `${where} accepts emails.`)]
  const sentence = `${where} offers no encryption (STARTTLS): emails and the password can be read on the way.`
  return [bad('mail-unencrypted', sentence, 'Use smtps:// in SMTP_URL, or switch on TLS at the server.')]
}

const docs = '“Sending for real” in docs/operations.md has the record to publish.'

/** Checks the records of the sending domain that other mail servers look at. */
async function checkSender({ newsletters }: Subject, url: string): Promise<Finding[]> {
  const { address } = newsletters.from
  if (isReserved(address)) {
    const sentence = `Emails come from ${address}, an address that nobody can have.`
    const finding = isLocal(new URL(url).hostname) ? hint : bad
    return [finding('mail-sender-example', sentence, 'Set MAIL_FROM to an address of a domain of yours.')]
  }
  const findings = await checkSendingDomain({ newsletters })
  return findings
    .filter(({ about }) => about !== 'server')
    .map((finding) => presentDomain(finding, newsletters.dkim !== undefined))
}

function presentDomain({ about, level, what }: DomainFinding, isSigned: boolean): Finding {
  if (level === 'good') return good(`mail-${about}`, what)
  if (about === 'dkim' && !isSigned) {
    const sentence = 'Emails leave here without a signature (DKIM), and Gmail and Yahoo refuse unsigned newsletters.'
    return hint(
      'mail-unsigned',
      sentence,
      'Set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY, unless your mail server signs.',
    )
  }
  return level === 'hint' ? hint(`mail-${about}`, what, docs) : bad(`mail-${about}`, what, docs)
}

/** Checks that reports of undelivered emails arrive. */
async function checkBounces({ settings, newsletters: { dnsServers } }: Subject): Promise<Finding[]> {
  const { BOUNCE_ADDRESS, BOUNCE_SMTP_PORT, BOUNCE_WEBHOOK_SECRET } = settings
  if (!BOUNCE_ADDRESS) return []
  if (BOUNCE_SMTP_PORT === undefined && !BOUNCE_WEBHOOK_SECRET) {
    const sentence = `Nothing reads what comes back to ${BOUNCE_ADDRESS}, so emails go on to addresses that are gone.`
    return [
      hint(
        'bounces-unread',
        sentence,
        'Set BOUNCE_SMTP_PORT or BOUNCE_WEBHOOK_SECRET (docs/operations.md, “Bounces and complaints”).',
      ),
    ]
  }
  const domain = domainOf(BOUNCE_ADDRESS)
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  if (dnsServers) resolver.setServers(dnsServers)
  const isMissing = await resolver.resolveMx(domain).then(
    () => false,
    (fault: NodeJS.ErrnoException) => ['ENOTFOUND', 'ENODATA'].includes(fault.code ?? ''),
  )
  if (!isMissing) return []
  const sentence = `No mail server takes emails to ${domain} (it has no MX record), so no bounce arrives.`
  return [bad('bounces-lost', sentence, `Publish an MX record for ${domain} that names the server of your bounces.`)]
}

/** Checks the folder that emails are saved to without a mail server. */
async function checkOutbox(dataDir: string): Promise<Found> {
  const folder = path.join(dataDir, 'outbox')
  const advice = 'Set SMTP_URL to a mail server, such as smtps://user:password@smtp.example.com.'
  try {
    // The folder is created with the first email, so it may not exist yet.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch {
    const sentence = 'No mail server is set (SMTP_URL), and emails can’t be saved to the outbox.'
    return { findings: [bad('mail-nowhere', sentence, advice)] }
  }
  const sentence = 'No mail server is set (SMTP_URL), so emails are saved to the outbox and reach nobody.'
  return { findings: [hint('mail-outbox', sentence, advice)] }
}
