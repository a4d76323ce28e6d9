import { capture, type Handle } from './capture-response.ts'

/** Pages made from their address alone: broken on our side, refused to a client, or too busy. */
export type FailureStatus = 429 | 500 | 503

const pathOf: Record<FailureStatus, string> = { 429: '/refused/429', 500: '/uncaught-error', 503: '/refused/503' }
const lastResort =
  '<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Something went wrong</title><main><h1>Something went wrong</h1><p>Please try again in a moment.</p></main></html>'

/**
 * The whole pages to send if making one failed or was refused, made once each: a failure must not cost a render.
 * If Next cannot make even these, a plain page is sent, and the next failure tries again.
 */
export function createFailurePages(handle: Handle): (status: FailureStatus) => Promise<string> {
  const made = new Map<FailureStatus, Promise<string>>()
  return async (status) => {
    const page = made.get(status) ?? make(handle, pathOf[status])
    made.set(status, page)
    try {
      return await page
    } catch {
      if (made.get(status) === page) made.delete(status)
      return lastResort
    }
  }
}

async function make(handle: Handle, path: string): Promise<string> {
  const { status, body } = await capture(handle, path, { host: 'localhost' })
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  return body.toString()
}
