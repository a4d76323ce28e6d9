import { TextEvent } from '#contract/text-processing.ts'
import type { Actor } from '#platform/context.ts'
import { api, get, send } from './api.ts'
import { anAdmin } from './factories.ts'
import { type OpenAiStandIn, standInSecret, startOpenAiStandIn } from './openai-stand-in.ts'

export const bookCode = 'a code for books'
export const modelKey = 'sk-a-key-that-nobody-reads'
export const modelTimeouts = { beginMs: 30_000, idleMs: 30_000, wholeMs: 30_000 }

const path = '/openai/text-processing'
let running: { standIn: OpenAiStandIn; admin: Actor } | undefined

/**
 * Gives each test of a file an administrator and a fake model; call it after `withApi()`. Also checks that no secret is
 * logged.
 */
export function withModel(): void {
  let standIn: OpenAiStandIn
  beforeAll(async () => {
    standIn = await startOpenAiStandIn()
  })
  beforeEach(async () => {
    standIn.asked.length = 0
    api().context.openai = { baseUrl: standIn.baseUrl, apiKey: modelKey, model: 'a-model' }
    api().context.books = { addCode: bookCode, timeouts: modelTimeouts }
    running = { standIn, admin: await anAdmin() }
  })
  afterEach(() => {
    const log = api().log.join('')
    for (const secret of [bookCode, modelKey, standInSecret]) expect(log).not.toContain(secret)
  })
  afterAll(() => standIn.close())
}

export function model() {
  if (!running) throw new Error('Call withModel() at the top of the test file')
  return running
}

export function inputOf(book: string, author = 'Henry David Thoreau'): string {
  return `${book}|${author}|${bookCode}`
}

type Ask = { as?: string; again?: boolean; signal?: AbortSignal }

export function addBook(input: unknown, { as = model().admin.id, again, signal }: Ask = {}): Promise<Response> {
  return send('POST', path, { as, body: { input, again }, ...(signal && { signal }) })
}

/** The administrator's drafts. */
export async function bookDrafts(): Promise<{ slug: string; title: string }[]> {
  const { id } = model().admin
  return (await get(`/contents/${id}/drafts`, { as: id })).json()
}

/** Adds a book, and streams its text while it is written. */
export async function* watchBook(input: string): AsyncGenerator<TextEvent> {
  const headers = { accept: 'text/event-stream' }
  const response = await send('POST', path, { as: model().admin.id, body: { input }, headers })
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) yield TextEvent.parse(JSON.parse(block.replace(/^data: /, '')))
  }
}

/** Waits for a condition, such as that the fake model noticed that its caller has gone. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
