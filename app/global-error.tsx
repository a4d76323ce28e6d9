'use client'

import { lazy, Suspense } from 'react'
import './globals.css'

/** Asked for when it is needed: every page loads this file. */
const PageError = lazy(() => import('./error.tsx'))

/** Replaces the layout when the layout itself fails. */
export default function GlobalError() {
  const title = 'Unexpected Application Error!'
  return (
    <html lang="en-GB">
      <body>
        <title>{title}</title>
        <main>
          <Suspense fallback={<h1>{title}</h1>}>
            <PageError />
          </Suspense>
        </main>
      </body>
    </html>
  )
}
