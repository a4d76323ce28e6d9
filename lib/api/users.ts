import { cache } from 'react'
import { type Profile, users } from '#contract/users.ts'
import { call, callPublic } from './client.ts'
import { ApiFailure } from './failure.ts'

/** @throws ApiFailure with status 404 if there is none. */
export const getProfile = cache(async (uuid: string): Promise<Profile> => {
  const { body } = await callPublic(users.profile, { params: { uuid } })
  return body
})

/** Whether the link for a new password has been used or is too old; if unknown, its form will say so. */
export async function isResetLinkDead(token: string): Promise<boolean> {
  try {
    await call(users.resetLink, { params: { token } }, {})
    return false
  } catch (fault) {
    if (!(fault instanceof ApiFailure)) throw fault
    return fault.code === 'invalid_link' || fault.status === 400
  }
}
