import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { type CurrentUser, users } from '#contract/users.ts'
import { type CallAs, call } from '#lib/api/client.ts'
import { ApiFailure } from '#lib/api/failure.ts'
import { readSession } from './token.ts'

export type Viewer = { user: CurrentUser; as: CallAs }

/** Who opens this page, by the product API's word; undefined once the session has ended. For pages never kept. */
export const currentViewer = cache(async (): Promise<Viewer | undefined> => {
  const session = await readSession(await cookies())
  if (!session) return undefined
  const as = { token: session.apiToken, userAgent: (await headers()).get('user-agent') ?? undefined }
  try {
    return { user: (await call(users.current, {}, as)).body, as }
  } catch (fault) {
    if (fault instanceof ApiFailure && (fault.status === 401 || fault.code === 'invalid_answer')) return undefined
    throw fault
  }
})
