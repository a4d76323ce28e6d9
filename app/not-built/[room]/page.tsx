import type { Metadata } from 'next'
import { AdminOnly } from '#app/admin-only.tsx'
import { MissingAnswer } from '#app/failure-answer.tsx'
import { MessagePage } from '#components/ui/message-page.tsx'
import { paths } from '#contract/paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { answerWith } from '#lib/web-server/render-context.ts'

export const dynamic = 'force-dynamic'

type Room = { name: string; adminOnly?: boolean }

/** What the menus name and nobody has built so far; next.config.mjs leads here only where there is no page yet. */
const rooms: Record<string, Room> = {
}

export function generateMetadata(): Metadata {
  return unlistedMetadata('Not built yet')
}

export default async function NotBuiltPage({ params }: { params: Promise<{ room: string }> }) {
  const room = rooms[(await params).room]
  if (!room) return <MissingAnswer />
  return room.adminOnly ? <AdminOnly>{() => <NotBuilt name={room.name} />}</AdminOnly> : <NotBuilt name={room.name} />
}

function NotBuilt({ name }: { name: string }) {
  answerWith(404)
  return (
    <MessagePage
      title="Not built yet"
      actions={
        <a href={paths.home} className="text-link underline underline-offset-2">
          Go to the home page
        </a>
      }
    >
      <p>{name}: this part of the site is still being made.</p>
    </MessagePage>
  )
}
