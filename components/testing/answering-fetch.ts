type Answer = { status?: number; body?: unknown; link?: string; corrected?: string }

/** Stands in for the network: answers each call in turn, and keeps the addresses that were asked for. */
export function answerFetch(...answers: (Answer | Error)[]): string[] {
  const asked: string[] = []
  globalThis.fetch = async (input) => {
    asked.push(String(input))
    const answer = answers.shift()
    if (answer === undefined) throw new Error('asked once more than the test expects')
    if (answer instanceof Error) throw answer
    const { status = 200, body = [], link, corrected } = answer
    const headers = new Headers({ ...(link && { link }), ...(corrected && { 'search-corrected': corrected }) })
    return { ok: status < 400, status, headers, json: async () => body } as Response
  }
  return asked
}
