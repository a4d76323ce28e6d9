import type { ReactNode } from 'react'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { AdminNav, type AdminPlace } from './admin-nav.tsx'

type Props = { current: AdminPlace; title: string; text?: string; children: ReactNode }

export function AdminPage({ current, title, text, children }: Props) {
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-4 py-10 md:px-6 md:py-16">
      <AdminNav current={current} />
      <PageHeading title={title} {...(text && { text })} />
      {children}
    </div>
  )
}
