import { cache } from 'react'
import { type Profile, users } from '#contract/users.ts'
import { callPublic } from './client.ts'

/** @throws ApiFailure with status 404 where there is none. */
export const getProfile = cache(async (uuid: string): Promise<Profile> => {
  const { body } = await callPublic(users.profile, { params: { uuid } })
  return body
})
