type Answer = { status?: number; body?: unknown; link?: string; corrected?: string; session?: string }
type Call = { method: string; path: string; body: unknown }

/** Stands in for the network: answers each call in turn, and keeps the addresses that were asked for. */
export function answerFetch(...answers: (Answer | Error)[]): string[] {
  const asked: string[] = []
  globalThis.fetch = async (input) => {
    asked.push(String(input))
    return responseTo(answers.shift())
  }
  return asked
}

/** The same, with what was sent: JSON as what it stands for, a form as its fields. */
export function answerCalls(...answers: (Answer | Error)[]): Call[] {
  return record(() => answers.shift())
}

/** The same for a page that asks several things at once: by `GET /api/…`, as often as it is asked. */
export function answerByPath(answers: Record<string, Answer | Error>): Call[] {
  return record(({ method, path }) => answers[`${method} ${path}`])
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
  const { status = 200, body = [], link, corrected, session } = answer
  const headers = new Headers({
    ...(link && { link }),
    ...(corrected && { 'search-corrected': corrected }),
    ...(session && { 'x-session': session }),
  })
  return { ok: status < 400, status, headers, json: async () => body } as Response
}
