import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const beginning = '<p>A man walks to a pond and stays for two years.</p>'
const rest = '<h2>What he counts</h2><p>Boards, beans and <em>mornings</em>.</p>'
/** The default answer. */
export const standInSummary = beginning + rest
/** A text in the endpoint's errors, which must not appear on our pages. */
export const standInSecret = 'words-of-the-endpoint'

type Asked = {
  book: string
  authorization: string | undefined
  body: { model: string; stream: boolean; messages: { role: string; content: string }[] }
}
type Line = { write: (text: string) => void; finish: (reason?: string) => void; raw: (text: string) => void }
type Behaviour = (response: ServerResponse, line: Line, released: Promise<void>) => void

const refusing =
  (status: number): Behaviour =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message: standInSecret } }))
const answering =
  (type: string, body: string): Behaviour =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(body)
const writing =
  (...pieces: string[]): Behaviour =>
  (_, line) => {
    for (const piece of pieces) line.write(piece)
    line.finish('stop')
  }

/** The behaviour is chosen by a word in brackets in the book's name: `Walden [cuts]`. */
const behaviours: Record<string, Behaviour> = {
  writes: writing(...standInSummary.split(/(?<=[ >])/)),
  fenced: writing('```', 'html\n', standInSummary, '\n``', '`'),
  quoted: writing('"\n\n', standInSummary, '"'),
  markdown: writing('## What he counts\n\n', 'Boards and **beans**.\n\n- one\n- two\n'),
  hostile: writing(
    '<p>Fine.</p><scr',
    'ipt>alert(1)</script><img src=x oner',
    'ror="alert(2)"><p onclick=alert(3)>End.</p>',
  ),
  empty: writing(),
  blank: writing('<p> ', '</p>'),
  /** Pauses until the test continues it. */
  held: async (_, line, released) => {
    line.write(beginning)
    await released
    line.write(rest)
    line.finish('stop')
  },
  ...{ '401': refusing(401), '404': refusing(404), '429': refusing(429), '500': refusing(500), '400': refusing(400) },
  redirect: (response) => response.writeHead(302, { location: `http://127.0.0.1:1/${standInSecret}` }).end(),
  silent: () => undefined,
  stalls: (_, line) => line.write(beginning),
  cuts: (response, line) => {
    line.write(beginning)
    setImmediate(() => response.destroy())
  },
  'just ends': (response, line) => {
    line.write(beginning)
    response.end()
  },
  unfinished: (_, line) => {
    line.write(beginning)
    line.finish()
  },
  length: (_, line) => {
    line.write(beginning)
    line.finish('length')
  },
  filtered: (_, line) => {
    line.write(beginning)
    line.finish('content_filter')
  },
  'fault inside': (response, line) => {
    line.write(beginning)
    line.raw(`data: ${JSON.stringify({ error: { message: standInSecret } })}\n\n`)
    response.end()
  },
  'odd events': answering('text/event-stream', 'data: {"some":"thing"}\n\ndata: 7\n\ndata: null\n\ndata: [DONE]\n\n'),
  'broken events': answering('text/event-stream', `data: {${standInSecret}\n\n`),
  json: answering('application/json', JSON.stringify({ some: standInSecret })),
  proxy: answering('text/html', `<!doctype html><p>${standInSecret}</p>`),
  long: (response, line) => {
    for (let count = 0; count < 160; count++) line.write('long '.repeat(13_107))
    response.end()
  },
  'one line': answering('text/event-stream', `data: ${'x'.repeat(10 * 1024 * 1024)}`),
}

/** A fake of OpenAI's chat completions; each book's name chooses its behaviour. */
export async function startOpenAiStandIn({ port = 0 } = {}) {
  const asked: Asked[] = []
  const left = new Set<string>()
  const waiting = new Map<string, () => void>()

  async function complete(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request).catch(() => undefined)
    // The request was aborted before it had arrived.
    if (text === undefined) return
    const body = JSON.parse(text) as Asked['body']
    const book = (JSON.parse(body.messages.at(-1)?.content ?? '{}') as { name: string }).name
    asked.push({ book, authorization: request.headers.authorization, body })
    response.on('close', () => {
      if (!response.writableFinished) left.add(book)
    })
    const released = new Promise<void>((resolve) => waiting.set(book, resolve))
    const behaviour = behaviours[/\[([^\]]+)\]/.exec(book)?.[1] ?? 'writes']
    if (!behaviour) throw new Error(`There is no behaviour for ${book}`)
    behaviour(response, lineOf(response), released)
  }

  /** For tests in another process: the state of a book's request, and continuing it. */
  function tell(url: URL, response: ServerResponse): void {
    const book = url.searchParams.get('book') ?? ''
    if (url.pathname === '/release') waiting.get(book)?.()
    const times = asked.filter((one) => one.book === book).length
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ asked: times, left: left.has(book) }))
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/v1/chat/completions') void complete(request, response)
    else tell(url, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    /** The books whose request was aborted before the whole answer. */
    left,
    isAsking: (book: string) => asked.some((one) => one.book === book) && !left.has(book),
    release: (book: string) => waiting.get(book)?.(),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

export type OpenAiStandIn = Awaited<ReturnType<typeof startOpenAiStandIn>>

function lineOf(response: ServerResponse): Line {
  const chunk = (choice: object) =>
    `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })}\n\n`
  const raw = (text: string) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text)
  }
  return {
    raw,
    write: (content) => raw(chunk({ delta: { content }, finish_reason: null })),
    finish: (reason) => {
      if (reason) raw(chunk({ delta: {}, finish_reason: reason }))
      raw('data: [DONE]\n\n')
      response.end()
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
