import 'server-only'
import { createHash } from 'node:crypto'
import { renderContext } from '#lib/page-cache/render-context.ts'

type Answer = { response: Response; isDone: boolean }

const keptMs = 10_000
const mostKept = 1_000
const sent = new Map<string, Promise<Answer>>()

/**
 * A button that is pressed twice sends a form twice, and the browser shows the second answer. The second of the same
 * form gets the first one's answer, also for a moment after it was done; a failed form can be sent again immediately.
 */
export async function dedupeSubmission(request: Request, body: string, send: () => Promise<Answer>): Promise<Response> {
  const key = keyOf(request, body)
  const before = sent.get(key)
  if (before) return copyOf((await before).response)
  const sending = send()
  sent.set(key, sending)
  const forget = () => {
    if (sent.get(key) === sending) sent.delete(key)
  }
  try {
    const { response, isDone } = await sending
    if (isDone && sent.size <= mostKept) setTimeout(forget, keptMs).unref()
    else forget()
    return copyOf(response)
  } catch (fault) {
    forget()
    throw fault
  }
}

/** From the same browser, with the same cookies, to the same address: no one gets another person's answer. */
function keyOf(request: Request, body: string): string {
  const { headers, url } = request
  const parts = [renderContext()?.clientAddress, headers.get('cookie'), headers.get('user-agent'), url, body]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}

/** Forms are answered by a way to go, without a body. */
function copyOf({ status, headers }: Response): Response {
  return new Response(null, { status, headers: new Headers(headers) })
}
