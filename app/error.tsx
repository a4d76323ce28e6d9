'use client'

import { buttonStyle } from '#components/ui/button-style.ts'
import { UnexpectedErrorView } from '#components/ui/unexpected-error-view.tsx'

/** A page that broke in the browser. */
export default function PageError() {
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
