import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

type Asked = {
  method: string
  headers: Record<string, string>
  body?: string | Readable | undefined
  signal?: AbortSignal | undefined
}
/** The parts of an answer that are used, as `fetch` would give them. */
export type HttpAnswer = Pick<Response, 'ok' | 'status' | 'headers' | 'url' | 'json'>

const redirectsMost = 3
/** The longest pause within a file, even if the reader causes it. */
const fileSilenceMs = 120_000
const redirects = new Set([301, 302, 307, 308])
/**
 * Closes idle connections before the server does: a write over one that is just being closed would be lost, and no one
 * could say whether it was done. Without a time of its own, Node's agent ignores the server's (`Keep-Alive: timeout`).
 */
const idleMs = 4_000
const kept = { keepAlive: true, maxFreeSockets: 64, timeout: idleMs }
const ways = {
  'http:': { request: requestHttp, agent: new HttpAgent(kept) },
  'https:': { request: requestHttps, agent: new HttpsAgent(kept) },
}

/**
 * Asks over kept connections and reads the answer to its end; redirects of reads are followed. Not by the global `fetch`:
 * Next wraps it in caches and copies every answer for them, which costs more than the call itself.
 * @throws what the connection failed with, or the signal's reason.
 */
export async function askOverHttp(url: URL, asked: Asked): Promise<HttpAnswer> {
  let here = url
  for (let followed = 0; ; followed++) {
    const address = here
    const answer = await ask(address, asked, async (message) => answerOf(address, message, await text(message)))
    const target = asked.method === 'GET' && redirects.has(answer.status) ? answer.headers.get('location') : null
    if (!target) return answer
    here = new URL(target, here)
    // Headers and body are meant for this server only.
    if (followed === redirectsMost || here.origin !== url.origin) throw new Error(`${url.pathname} leads astray`)
  }
}

/**
 * Like `askOverHttp`, for a file or a streamed answer: the body is not read here, unless it is a refusal.
 * @throws what the connection failed with until the answer begins.
 */
export async function openFile(url: URL, asked: Asked): Promise<HttpAnswer & { content: Readable }> {
  const open = async (message: IncomingMessage) => {
    const isFile = message.statusCode === 200
    return { ...answerOf(url, message, isFile ? '' : await text(message)), content: message }
  }
  return ask(url, asked, open, fileSilenceMs)
}

/** @param silenceMs the longest pause on the connection; without it only the signal ends the wait. */
function ask<T>(
  url: URL,
  { method, headers, body, signal }: Asked,
  read: (message: IncomingMessage) => Promise<T>,
  silenceMs?: number,
): Promise<T> {
  const { request, agent } = ways[url.protocol === 'https:' ? 'https:' : 'http:']
  return new Promise((resolve, reject) => {
    // Node says it by itself for some methods only, not for DELETE.
    const length = typeof body === 'string' ? { 'content-length': String(Buffer.byteLength(body)) } : undefined
    const options = { method, headers: { ...headers, ...length }, agent, signal, timeout: silenceMs }
    const sent = request(url, options, (message) => read(message).then(resolve, reject))
    if (silenceMs) sent.on('timeout', () => sent.destroy(new Error('Nothing moved in time')))
    sent.on('error', reject)
    // A refusal can come before the whole body is sent; then the rest does not matter.
    if (typeof body === 'object') pipeline(body, sent, (fault) => fault && reject(fault))
    else sent.end(body)
  })
}

function answerOf({ href }: URL, { statusCode: status = 0, rawHeaders }: IncomingMessage, body: string): HttpAnswer {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return { ok: status >= 200 && status < 300, status, headers, url: href, json: async () => JSON.parse(body) }
}
