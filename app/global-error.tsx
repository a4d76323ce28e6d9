'use client'

import PageError from './error.tsx'
import './globals.css'

/** The layout itself broke: this stands in its place. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <title>Unexpected Application Error!</title>
        <main>
          <PageError />
        </main>
      </body>
    </html>
  )
}
