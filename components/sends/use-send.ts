import { useEffect, useState } from 'react'
import type { DigestFrequency } from '#contract/frequencies.ts'
import type { Send, SendPreview } from '#contract/sends.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { askAgain, useCall } from '#lib/browser/use-call.ts'
import { usePolling } from '#lib/browser/use-polling.ts'
import { latestInput } from './latest-sends.tsx'

const askEveryMs = 2_000

export function isOpen(state: Send['state']): boolean {
  return state !== 'done' && state !== 'cancelled'
}

/** The progress of a send; asked for every two seconds while it runs and the page is visible. */
export function useSend(id: string) {
  const { data: send, error, mutate } = useCall('GET /newsletters/sends/:id', { params: { id } })
  const goesOn = send === undefined || isOpen(send.state)
  usePolling(() => mutate(), { goesOn, everyMs: askEveryMs })

  useEffect(() => {
    if (!goesOn) return
    return () => {
      // The send has ended or is no longer shown, so the list below has to catch up.
      void askAgain('GET /newsletters/sends', latestInput)
    }
  }, [goesOn])

  return { send, error, mutate }
}

export type Choice = { category: string; frequency: DigestFrequency }
type Asked = { preview?: SendPreview; message?: string }

/** A preview of this list's send; loaded again when the choice changes, and the earlier request is dropped. */
export function usePreview({ category, frequency }: Choice): Asked & { isLoading: boolean } {
  const [asked, setAsked] = useState<Asked>({})
  const [isLoading, setIsLoading] = useState(true)
  useEffect(() => {
    const leaving = new AbortController()
    setIsLoading(true)
    askPreview({ category, frequency }, leaving.signal).then((next) => {
      if (leaving.signal.aborted) return
      setAsked(next)
      setIsLoading(false)
    })
    return () => leaving.abort()
  }, [category, frequency])
  return { ...asked, isLoading }
}

async function askPreview(body: Choice, signal: AbortSignal): Promise<Asked> {
  try {
    const answer = await callBff('POST /newsletters/send/preview', { body, signal, timeoutMs: 20_000 })
    return { preview: answer.body }
  } catch (fault) {
    if (!(fault instanceof CallFailure)) throw fault
    return { message: fault.message }
  }
}
