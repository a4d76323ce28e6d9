'use client'

import { useEffect } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { UnexpectedErrorView } from '#components/ui/unexpected-error-view.tsx'
import { markHydrated } from '#lib/browser/hydration-flag.ts'

/** A page that broke in the browser. */
export default function PageError() {
  // In place of a layout that failed, this is all there is.
  useEffect(markHydrated, [])
  return (
    <UnexpectedErrorView
      retry={
        <button type="button" onClick={() => location.reload()} className={buttonStyle.primary}>
          Try again
        </button>
      }
    />
  )
}
