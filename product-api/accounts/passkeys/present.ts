import type { Challenge, Passkey } from '#contract/sessions.ts'
import type { PasskeyRow } from '#platform/db/tables/accounts.ts'
import type { Asked } from './service.ts'

export { presentSignedIn } from '../sign-in/present.ts'

export function presentPasskey(passkey: PasskeyRow): Passkey {
  return {
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  }
}

export function presentChallenge({ challengeId, options }: Asked): Challenge {
  return { challenge_id: challengeId, options: { ...options } }
}
