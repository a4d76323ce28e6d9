import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as open,
  type ServerResponse,
} from 'node:http'
import { finished } from 'node:stream/promises'
import {
  fromHeader,
  mostHeaderBytes,
  type Order,
  orderHeader,
  type Rendered,
  type Report,
  reportHeader,
  toHeader,
} from '#lib/renderer/wire.ts'

/** A process that renders, as it is reached. */
export type Renderer = { socketPath: string; agent: Agent }

/** Finds a renderer for each thing to be made. */
export type Renderers = {
  /** @throws NoRenderer if none is there, nor soon will be. */
  use<T>(run: (renderer: Renderer) => Promise<T>): Promise<T>
}

/** All renderers are being started again. */
export class NoRenderer extends Error {}

/** The renderer ended, or was ended, before it had answered. */
export class RendererLost extends Error {
  /** False if it has not even heard what was asked. */
  readonly isReached: boolean

  constructor(cause: NodeJS.ErrnoException) {
    super(cause.message, { cause })
    this.isReached = cause.code !== 'ENOENT' && cause.code !== 'ECONNREFUSED'
  }
}

const mostMs = 30_000
const mostTries = 4

/**
 * Asks for an answer that is the same for everyone.
 * @throws NoRenderer, RendererLost, or an error if there is no answer within 30 seconds.
 */
export function askForShared(renderers: Renderers, url: string, order: Order): Promise<Rendered> {
  return repeat(() =>
    renderers.use(async (renderer) => {
      const asked = begin(renderer, { path: url, headers: { host: 'renderer', [orderHeader]: toHeader(order) } })
      asked.setTimeout(mostMs, () => asked.destroy(new Error(`No answer within ${mostMs / 1_000} seconds`)))
      asked.end()
      const answer = await headOf(asked)
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      await finished(answer).catch(lost)
      const report = fromHeader<Report>(answer.headers[reportHeader])
      if (report.failure) throw new Error(report.failure)
      const { statusCode: status = 500, headers } = answer
      const whole = Buffer.concat(chunks)
      const end = whole.length - (report.startBytes ?? 0)
      const startData = report.startBytes ? whole.subarray(end) : undefined
      return { status, headers: passedOn(headers), body: whole.subarray(0, end), startData, report }
    }),
  )
}

/** Asks another renderer if one is lost; but only once if that may be the page's fault: it must not end them all. */
async function repeat<T>(ask: () => Promise<T>): Promise<T> {
  let heard = 0
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (cause) {
      if (!(cause instanceof RendererLost) || tries === mostTries) throw cause
      if (cause.isReached && ++heard > 1) throw cause
    }
  }
}

type Pass = {
  url: string
  order: Order
  /** Headers of ours for the answer. */
  headers: OutgoingHttpHeaders
  /** Called before the answer begins. @returns false to drop it. */
  accept?: (status: number, report: Report | undefined) => boolean
}

/**
 * Passes a request on to a renderer, and its answer back, both unread.
 * @returns once the answer has begun; false if it was dropped.
 * @throws NoRenderer or RendererLost.
 */
export function passOn(
  renderers: Renderers,
  request: IncomingMessage,
  response: ServerResponse,
  { url, order, headers, accept = () => true }: Pass,
): Promise<boolean> {
  const pass = () =>
    renderers.use(async (renderer) => {
      const asked = begin(renderer, {
        method: request.method ?? 'GET',
        path: url,
        headers: {
          ...passedOn(request.headers),
          // Said, or what follows the head of a GET or DELETE would be read as the next request.
          ...(request.headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
          [orderHeader]: toHeader(order),
        },
      })
      // A reader who leaves: whatever is being done for them need not be finished.
      const leave = () => response.writableFinished || asked.destroy()
      response.once('close', leave)
      request.pipe(asked)
      const answer = await headOf(asked)
      const report = answer.headers[reportHeader]
      if (!accept(answer.statusCode ?? 500, report === undefined ? undefined : fromHeader<Report>(report))) {
        response.off('close', leave)
        answer.resume()
        return false
      }
      response.writeHead(answer.statusCode ?? 500, { ...passedOn(answer.headers), ...headers })
      // Half an answer must not look like a whole one.
      answer.once('error', () => response.destroy())
      answer.pipe(response)
      return true
    })
  // A body is gone once it was sent, and a write may have been made.
  return request.method === 'GET' || request.method === 'HEAD' ? repeat(pass) : pass()
}

type Asked = { method?: string; path: string; headers: OutgoingHttpHeaders }

function begin({ socketPath, agent }: Renderer, asked: Asked): ClientRequest {
  return open({ ...asked, socketPath, agent, maxHeaderSize: mostHeaderBytes })
}

function headOf(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('response', resolve)
    asked.on('error', (fault: NodeJS.ErrnoException) => {
      reject(fault.code === undefined ? fault : new RendererLost(fault))
    })
  })
}

function lost(cause: Error): never {
  throw new RendererLost(cause)
}

/** Those of one connection (RFC 9110, section 7.6.1), and our own. */
const notPassedOn =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|x-render|x-rendered)$/

function passedOn(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !notPassedOn.test(name)))
}
