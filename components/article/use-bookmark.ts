import { useRef, useState } from 'react'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'

type Bookmark = { userId: string; articleId: string }

/**
 * Saves a story and takes it off again: what is wanted is shown at once, the server is told one thing at a time, and what
 * it does not take is taken back. Whoever presses faster than it answers gets what was pressed last.
 */
export function useBookmark(of: Bookmark, show: (isSaved: boolean) => void) {
  const [failure, setFailure] = useState<CallFailure>()
  /** While the server is told. */
  const wanted = useRef<boolean>(undefined)

  async function save(isSaved: boolean): Promise<void> {
    setFailure(undefined)
    show(isSaved)
    const isTelling = wanted.current !== undefined
    wanted.current = isSaved
    if (isTelling) return
    let told = !isSaved
    try {
      while (told !== wanted.current) {
        const next = wanted.current
        await tell(of, next)
        told = next
      }
    } catch (fault) {
      show(told)
      if (!(fault instanceof CallFailure)) throw fault
      setFailure(fault)
    } finally {
      wanted.current = undefined
    }
  }

  return { save, failure }
}

async function tell(of: Bookmark, isSaved: boolean): Promise<void> {
  if (isSaved) await callBff('POST /bookmarks', { body: of })
  else await callBff('DELETE /bookmarks/:userId/:articleId', { params: of })
}
