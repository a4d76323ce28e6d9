import { useEffect, useRef, useState } from 'react'
import type { KnownSummary } from '#contract/text-processing.ts'
import { callBffEvents } from '#lib/browser/call-bff-events.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'

type State = 'idle' | 'writing' | 'done' | 'failed' | 'cancelled'
export type BookSummary = {
  state: State
  /** The text so far; it stays if the rest fails. */
  html: string
  /** The slug of the draft with the summary. */
  draft?: string | null
  failure?: string
  /** The summary that the book has already. */
  known?: KnownSummary | undefined
}

const broken = 'The connection broke before the text was finished. Please check your drafts before you try again.'

/** Has the summary of a book written, one at a time; it ends with the page that shows it. */
export function useBookSummary() {
  const [summary, setSummary] = useState<BookSummary>({ state: 'idle', html: '' })
  const underWay = useRef<AbortController>(undefined)
  useEffect(() => () => underWay.current?.abort(), [])

  async function write(input: string, { again = false } = {}): Promise<void> {
    const here = new AbortController()
    underWay.current = here
    setSummary({ state: 'writing', html: '' })
    let hasBegun = false
    try {
      const body = { input, ...(again && { again }) }
      for await (const event of callBffEvents('POST /openai/text-processing', { body, signal: here.signal })) {
        hasBegun = true
        if (event.kind === 'problem') return fail(event.problem.message)
        const html = stripAnswer(event.html)
        if (event.kind === 'end') return setSummary({ state: 'done', html, draft: event.draft })
        setSummary({ state: 'writing', html })
      }
      fail(broken)
    } catch (fault) {
      if (here.signal.aborted) setSummary(({ html }) => ({ state: 'cancelled', html }))
      else if (fault instanceof CallFailure) fail(hasBegun ? broken : fault.message, knownIn(fault))
      else throw fault
    }
  }

  function fail(failure: string, known?: KnownSummary): void {
    setSummary(({ html }) => ({ state: 'failed', html, failure, known }))
  }

  return { summary, write, cancel: () => underWay.current?.abort() }
}

/** The contract defines the body of a 409 for an existing summary. */
function knownIn({ code, current }: CallFailure): KnownSummary | undefined {
  return code === 11000 ? (current as KnownSummary | undefined) : undefined
}

/** Real ones, or as a text that was escaped once too often has them. */
const doubleBreak = /^(?:\r?\n|\\r\\n|\\n){2}/
/** For text that has no end yet. */
const openQuote = /^"(?=\s|\\n|<)/

/** A text as it is shown: without surrounding quotes and a double line break at its beginning (specification, section 5). */
export function stripAnswer(answer: string): string {
  const text = answer.replace(doubleBreak, '')
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"')
  const inner = isQuoted ? text.slice(1, -1) : text.replace(openQuote, '')
  return inner.replace(doubleBreak, '')
}
