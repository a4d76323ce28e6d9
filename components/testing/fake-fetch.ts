type Answer = {
  status?: number
  body?: unknown
  link?: string
  corrected?: string
  session?: string
  /** In seconds. */
  retryAfter?: number
  /** It begins, and its body never ends. */
  isCutOff?: boolean
}
type Call = { method: string; path: string; body: unknown }

/** Replaces the network: answers each call in turn, and records the requested addresses. */
export function answerFetch(...answers: (Answer | Error)[]): string[] {
  const asked: string[] = []
  globalThis.fetch = async (input) => {
    asked.push(String(input))
    return responseTo(answers.shift())
  }
  return asked
}

/** The same, with the sent bodies: JSON parsed, a form as its fields. */
export function answerCalls(...answers: (Answer | Error)[]): Call[] {
  return record(() => answers.shift())
}

/** The same for a page that makes several calls in parallel: by `GET /api/…`, as often as it is asked. */
export function answerByPath(answers: Record<string, Answer | Error>): Call[] {
  return record(({ method, path }) => answers[`${method} ${path}`])
}

/** The same for a network that is slow: an address is answered when the test says so, and a call can be given up before. */
export function answerWhenTold() {
  const asked: { path: string; signal: AbortSignal | null | undefined }[] = []
  const waiting = new Map<string, (response: Response) => void>()
  globalThis.fetch = (input, init) =>
    new Promise((resolve, reject) => {
      asked.push({ path: String(input), signal: init?.signal })
      waiting.set(String(input), resolve)
      init?.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
    })
  return { asked, answer: (path: string, answer: Answer) => waiting.get(path)?.(responseTo(answer)) }
}

function record(answer: (call: Call) => Answer | Error | undefined): Call[] {
  const calls: Call[] = []
  globalThis.fetch = async (input, { method = 'GET', body } = {}) => {
    const sent = body instanceof URLSearchParams ? Object.fromEntries(body) : body && JSON.parse(String(body))
    const call = { method, path: String(input), body: sent }
    calls.push(call)
    return responseTo(answer(call))
  }
  return calls
}

function responseTo(answer: Answer | Error | undefined): Response {
  if (answer === undefined) throw new Error('asked once more than the test expects')
  if (answer instanceof Error) throw answer
  const { status = 200, body = [], link, corrected, session, retryAfter, isCutOff } = answer
  const headers = new Headers({
    ...(link && { link }),
    ...(corrected && { 'search-corrected': corrected }),
    ...(session && { 'x-session': session }),
    ...(retryAfter && { 'retry-after': String(retryAfter) }),
  })
  const json = async () => (isCutOff ? JSON.parse('[{') : body)
  return { ok: status < 400, status, headers, json } as Response
}
