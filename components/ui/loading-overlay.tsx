'use client'

import { useEffect, useState } from 'react'

const shownAtLeastMs = 500

/** Covers the screen while something loads in the browser; once shown it stays for half a second, so that it never flickers. */
export function LoadingOverlay({ loading }: { loading: boolean }) {
  const [visible, setVisible] = useState(loading)
  const [shownAt, setShownAt] = useState(() => Date.now())

  useEffect(() => {
    if (loading) {
      setVisible(true)
      setShownAt(Date.now())
      return
    }
    const timer = setTimeout(() => setVisible(false), Math.max(0, shownAt + shownAtLeastMs - Date.now()))
    return () => clearTimeout(timer)
  }, [loading, shownAt])

  if (!visible) return null
  return (
    <div role="status" className="needs-scripts fixed inset-0 z-50 flex items-center justify-center bg-paper/90">
      <p className="font-serif text-lead">Loading...</p>
    </div>
  )
}
