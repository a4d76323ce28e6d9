import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import { addressCheckPath, type SeenRequest } from '#contract/system.ts'
import { dayMs } from '#platform/days.ts'
import { bad, type Finding, type Found, good, hint, reasonOf } from '../findings.ts'
import { beginAddressCheck, endAddressCheck } from '../note-address-check.ts'
import type { Subject } from '../subject.ts'
import { isLocal } from './hosts.ts'

const answerMs = 4_000
/** The client that our request claims to come from: an address of RFC 5737, for examples. */
const claimed = '192.0.2.1'
/** Browsers send files of this size: subscribers of another program. */
const largestBody = 200 * 1024 * 1024
/** Halves of an answer that arrive closer together were held back: the web pauses for half a second between them. */
const heldBackMs = 150
const endingDays = 14
const endingShare = 0.2

/** Opens the site at its own address as a visitor does, and looks at what the proxies in front make of it. */
export async function checkAddress({ settings: { PUBLIC_URL }, db, now }: Subject): Promise<Found> {
  const id = await beginAddressCheck(db, now())
  const path = `${addressCheckPath}${id}`
  const askingForBody = askForLargeBody(PUBLIC_URL, path)
  let answer: Answer
  try {
    answer = await ask(PUBLIC_URL, path)
  } catch (fault) {
    await endAddressCheck(db, id)
    return { findings: [unreachable(PUBLIC_URL, fault)] }
  }
  const seen = await endAddressCheck(db, id)
  if (!seen) return { findings: [elsewhere(PUBLIC_URL, answer)] }
  const findings = [
    good('address-works', `The site answers at ${PUBLIC_URL}.`),
    ...checkForwarding(PUBLIC_URL, seen),
    ...(await checkFigures(PUBLIC_URL)),
    // A machine that is busy for a moment reads both halves at once, and no proxy held them back.
    ...(isHeldBack(answer) && (await isHeldBackAgain(PUBLIC_URL, db, now)) ? [heldBack] : []),
    ...((await askingForBody) === 413 ? [tooSmall] : []),
    ...checkCertificate(answer, now()),
  ]
  return {
    findings,
    facts: [`visitors are counted by ${seen.trusts_proxy ? 'what the proxy says' : 'their connection'}`],
  }
}

const heldBack = hint(
  'proxy-holds-back',
  'A proxy holds answers back until they are complete, so progress is shown only at the end.',
  'Switch off its buffering for this site (nginx: proxy_buffering off).',
)
const tooSmall = hint(
  'proxy-body-limit',
  'A proxy refuses large files, so subscribers can’t be imported and large pictures can’t be uploaded.',
  'Let it pass bodies of 200 MB (nginx: client_max_body_size 200m).',
)

function unreachable(publicUrl: string, fault: unknown): Finding {
  const reason = reasonOf(fault)
  const sentence = `The site can’t be reached at ${publicUrl}${reason}.`
  if (/certificate/.test(reason)) {
    return bad('certificate-wrong', sentence, 'Renew the certificate of the proxy in front, with its whole chain.')
  }
  const advice = isLocal(new URL(publicUrl).hostname)
    ? 'Start the site, or correct PUBLIC_URL.'
    : `Look at the DNS, the firewall and the proxy; then try from elsewhere: curl -I ${publicUrl}`
  return bad('address-away', sentence, advice)
}

/** The answer came from something else than our web, or our product API has not heard of it. */
function elsewhere(publicUrl: string, { status, location, text }: Answer): Finding {
  if (location !== undefined) {
    const to = URL.parse(location, publicUrl)?.origin ?? 'another address'
    const sentence = `${publicUrl} sends visitors on to ${to}.`
    return bad('address-redirects', sentence, 'Set PUBLIC_URL to that address, or let the proxy answer at this one.')
  }
  if (status === 403 && text.includes('WEB_ADDRESSES')) {
    const sentence = 'The product API takes nothing from the web that answers there, so reads are not counted.'
    return bad('web-foreign', sentence, 'Add the address of the web’s machine to WEB_ADDRESSES.')
  }
  if (status >= 500) {
    const sentence = `${publicUrl} answers that the site is away (${status}).`
    return bad('address-unavailable', sentence, 'Start the web, and see that the proxy passes on to its HOST and PORT.')
  }
  const sentence = `Something else answers at ${publicUrl} (status ${status}).`
  return bad('address-elsewhere', sentence, 'Correct PUBLIC_URL, the DNS, or where the proxy passes requests on to.')
}

/** Checks that the web learns who calls, and believes nobody else about it. */
function checkForwarding(publicUrl: string, seen: SeenRequest): Finding[] {
  const { protocol, host, hostname } = new URL(publicUrl)
  const findings: Finding[] = []
  const given = seen.forwarded_for.split(',').map((part) => part.trim())
  const hasProxy = protocol === 'https:' || seen.forwarded_for !== claimed || seen.host !== host
  if (seen.trusts_proxy && seen.client === claimed) {
    const sentence = 'Visitors can pretend to be someone else: what they write in X-Forwarded-For is believed.'
    const advice = hasProxy
      ? 'Let the proxy add the visitor’s address (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for).'
      : 'Set TRUST_PROXY=off, because no proxy is in front; or let nobody reach HOST and PORT but the proxy.'
    findings.push((isLocal(hostname) ? hint : bad)('proxy-believes', sentence, advice))
  } else if (seen.trusts_proxy && seen.forwarded_for === '') {
    const sentence = 'The proxy doesn’t say who calls, so all visitors count as one, and one can lock out all.'
    const advice = 'Let it set X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for).'
    findings.push(bad('proxy-silent', sentence, advice))
  } else if (!seen.trusts_proxy && hasProxy) {
    const sentence =
      'A proxy is in front, but the web doesn’t believe it: all visitors count as one, and one can lock out all.'
    findings.push(
      bad('proxy-ignored', sentence, 'Set TRUST_PROXY=on, and let nobody reach HOST and PORT but the proxy.'),
    )
  } else if (seen.trusts_proxy && given.filter((part) => part !== claimed).length > 1) {
    const sentence = 'Two proxies are in front, and the web takes the outer one for the visitor.'
    const advice = 'Let the inner proxy pass on only what the outer one says (nginx: set_real_ip_from, real_ip_header).'
    findings.push(hint('proxy-chain', sentence, advice))
  }
  if (seen.host !== host) {
    const sentence = `The proxy asks for another host (${seen.host.slice(0, 100)}) than visitors do.`
    findings.push(
      hint('proxy-host', sentence, 'Let it pass on the Host header (nginx: proxy_set_header Host $http_host).'),
    )
  }
  return findings
}

/** Checks that strangers don’t see the figures, which are for this machine only. */
async function checkFigures(publicUrl: string): Promise<Finding[]> {
  if (isLocal(new URL(publicUrl).hostname)) return []
  const answer = await ask(publicUrl, '/metrics').catch(() => undefined)
  if (answer?.status !== 200) return []
  const advice = 'Let the proxy pass on the Host header and X-Forwarded-For, and refuse /metrics in it.'
  return [bad('figures-public', `Everybody can read the site’s figures at ${publicUrl}/metrics.`, advice)]
}

/** Certificates last for hours or for months; each is renewed well before it ends. */
function checkCertificate({ certificate }: Answer, now: Date): Finding[] {
  if (!certificate) return []
  const end = Date.parse(certificate.valid_to)
  const [leftMs, wholeMs] = [end - now.getTime(), end - Date.parse(certificate.valid_from)]
  const days = Math.floor(leftMs / dayMs)
  if (days > endingDays || leftMs > endingShare * wholeMs) return []
  const sentence = `The certificate of the site ends in ${days < 1 ? 'less than a day' : days === 1 ? 'a day' : `${days} days`}.`
  return [hint('certificate-ends', sentence, 'See why it has not been renewed by itself, and renew it.')]
}

type Answer = {
  status: number
  location: string | undefined
  text: string
  /** Between its first and its last part. */
  spreadMs: number
  /** Undefined without encryption. */
  certificate: PeerCertificate | undefined
}

function isHeldBack({ spreadMs }: Answer): boolean {
  return spreadMs < heldBackMs
}

async function isHeldBackAgain(publicUrl: string, db: Subject['db'], now: () => Date): Promise<boolean> {
  const id = await beginAddressCheck(db, now())
  const again = await ask(publicUrl, `${addressCheckPath}${id}`).catch(() => undefined)
  return (await endAddressCheck(db, id)) !== undefined && again !== undefined && isHeldBack(again)
}

function request(publicUrl: string, path: string, options: https.RequestOptions): http.ClientRequest {
  const url = new URL(path, publicUrl)
  // A connection of its own shows what a new visitor meets.
  const all = { ...options, agent: false, signal: AbortSignal.timeout(answerMs) }
  const call = url.protocol === 'https:' ? https.request(url, all) : http.request(url, all)
  // A failure is known by its answer, or by the lack of one; without a listener it would end the process.
  return call.on('error', () => undefined)
}

async function ask(publicUrl: string, path: string): Promise<Answer> {
  const call = request(publicUrl, path, { headers: { 'x-forwarded-for': claimed } })
  call.end()
  const [response] = (await once(call, 'response')) as [http.IncomingMessage]
  const certificate = (response.socket as TLSSocket).getPeerCertificate?.()
  let firstAt: number | undefined
  let lastAt = 0
  let text = ''
  for await (const chunk of response) {
    lastAt = performance.now()
    firstAt ??= lastAt
    text = `${text}${String(chunk)}`.slice(0, 1_000)
    if (text.length === 1_000) break
  }
  const { location } = response.headers
  return { status: response.statusCode ?? 0, location, text, spreadMs: lastAt - (firstAt ?? lastAt), certificate }
}

/** Announces a large body, and sends none. @returns the status of the answer; 100 if the body may come, 0 if there was none. */
async function askForLargeBody(publicUrl: string, path: string): Promise<number> {
  const headers = { 'content-length': String(largestBody), expect: '100-continue' }
  const call = request(publicUrl, path, { method: 'POST', headers })
  const { promise, resolve } = Promise.withResolvers<number>()
  call.once('continue', () => resolve(100))
  call.once('response', ({ statusCode = 0 }) => resolve(statusCode))
  call.once('error', () => resolve(0))
  call.flushHeaders()
  const status = await promise
  call.destroy()
  return status
}
