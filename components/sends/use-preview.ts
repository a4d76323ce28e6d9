import { useEffect, useState } from 'react'
import type { SendPreview } from '#contract/sends.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'

export type Choice = { category: string; frequency: 'daily' | 'weekly' }
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
