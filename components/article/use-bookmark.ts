import { useSwitch } from '#components/ui/use-switch.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { keepOffline } from '#lib/browser/offline-stories.ts'

type Bookmark = { userId: string; articleId: string }

/** Saves or unsaves a story. `show` gets the wanted state immediately, and the actual one if it differs. */
export function useBookmark(of: Bookmark, show: (isSaved: boolean) => void) {
  const { turn, failure } = useSwitch(async (isSaved) => {
    await sendBookmark(of, isSaved)
    keepOffline(of.userId)
  }, show)
  return { save: turn, failure }
}

/** With keepalive, because a reader who has seen the button change may leave the page at once. */
async function sendBookmark(of: Bookmark, isSaved: boolean): Promise<void> {
  if (isSaved) await callBff('POST /bookmarks', { body: of, keepalive: true })
  else await callBff('DELETE /bookmarks/:userId/:articleId', { params: of, keepalive: true })
}
