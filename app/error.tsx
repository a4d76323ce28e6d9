'use client'

import { useEffect } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { UnexpectedErrorView } from '#components/ui/unexpected-error-view.tsx'
import { markAwake } from '#lib/browser/mark-awake.ts'

/** A page that broke in the browser. */
export default function PageError() {
  // In place of a layout that failed, this is all there is.
  useEffect(markAwake, [])
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
