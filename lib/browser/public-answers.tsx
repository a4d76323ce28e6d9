'use client'

import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'

const keptApart = { provider: () => new Map() }

/** Answers below it are public: they stay when a session ends, which drops all others. */
export function PublicAnswers({ children }: { children: ReactNode }) {
  return <SWRConfig value={keptApart}>{children}</SWRConfig>
}
