'use client'

import { LatePart } from '#components/ui/late-part.tsx'
import './globals.css'

/** Asked for when it is needed: every page loads this file. */
const loadPageError = async () => (await import('./error.tsx')).default

/** Replaces the layout when the layout itself fails. */
export default function GlobalError() {
  const title = 'Unexpected Application Error!'
  return (
    <html lang="en-GB">
      <body>
        <title>{title}</title>
        <main>
          <LatePart load={loadPageError} given={{}} room={<h1>{title}</h1>} />
        </main>
      </body>
    </html>
  )
}
