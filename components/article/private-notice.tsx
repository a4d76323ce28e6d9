import type { ReactNode } from 'react'
import { LocalDateTime } from '#components/ui/local-date-time.tsx'
import type { Story } from '#contract/stories.ts'
import { BringBackButton, OwnerTools } from './owner-tools.tsx'

/** Above a story that readers don't see: the reason, and the actions. */
export function PrivateNotice({ story }: { story: Story }) {
  const { id, slug, isDraft, deleted_at, publish_at } = story
  if (deleted_at) {
    return (
      <Notice tools={<BringBackButton id={id} />}>
        <p className="font-semibold">
          Deleted on <LocalDateTime iso={deleted_at} />
        </p>
        <p>Only administrators see it. After 30 days it is gone for good.</p>
      </Notice>
    )
  }
  return (
    <Notice tools={<OwnerTools story={{ id, slug, isDraft }} isAdmin={false} />}>
      {isDraft && <p className="font-semibold">Draft — This post is not published yet</p>}
      {isDraft && publish_at && (
        <p>
          Will be published on <LocalDateTime iso={publish_at} />
        </p>
      )}
    </Notice>
  )
}

function Notice({ children, tools }: { children: ReactNode; tools: ReactNode }) {
  return (
    <div className="no-print mx-auto mb-8 flex max-w-column flex-wrap items-center justify-between gap-x-6 rounded-card bg-notice-ground px-4 py-2 text-ui text-notice md:-mt-4">
      <div className="min-w-56 flex-1 py-2">{children}</div>
      {tools}
    </div>
  )
}
