import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

export const Profile = z.object({
  uuid: z.string(),
  name: z.string(),
  email: z.string().nullable().default(null).describe('only where the person shows it'),
  profile_image: z.string().nullable().default(null),
  bio: z.string().default(''),
})
export type Profile = z.infer<typeof Profile>

export const users = defineEndpoints({
  profile: {
    method: 'GET',
    path: '/users/profile/:uuid',
    summary: "A person's public profile",
    params: z.object({ uuid: z.string().max(64) }),
    response: Profile,
    problems: ['not_found'],
  },
})
