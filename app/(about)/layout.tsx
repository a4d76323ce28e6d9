import type { ReactNode } from 'react'
import { tags } from '#contract/tags.ts'
import { noteTags } from '#lib/renderer/render-context.ts'

// The texts name the product and its address, which are settings of the running process and not of the build.
export const dynamic = 'force-dynamic'

export default function AboutLayout({ children }: { children: ReactNode }) {
  noteTags([tags.site])
  return children
}
