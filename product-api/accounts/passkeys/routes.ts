import { type Challenge, type Passkey, passkeys } from '#contract/sessions.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { presentSignedIn } from '../users/present.ts'
import { addPasskey, beginPasskey, listPasskeys, type PasskeyChallenge, removePasskey } from './service.ts'
import { beginPasskeySignIn, signInWithPasskey } from './sign-in-with-passkey.ts'

type StoredPasskey = Awaited<ReturnType<typeof addPasskey>>

export function passkeyRoutes(api: Api): void {
  endpoint(api, passkeys.list, async (ctx) => {
    const own = await listPasskeys(ctx)
    return own.map(presentPasskey)
  })
  endpoint(api, passkeys.begin, async (ctx, { body }) =>
    presentChallenge(await beginPasskey(ctx, body.currentPassword)),
  )
  endpoint(api, passkeys.add, async (ctx, { body }) => {
    const { challenge_id: challengeId, response, name } = body
    return presentPasskey(await addPasskey(ctx, { challengeId, response }, name))
  })
  endpoint(api, passkeys.remove, async (ctx, { params }) => {
    await removePasskey(ctx, params.id)
    return { message: 'The passkey has been removed.' }
  })
  endpoint(api, passkeys.beginLogin, async (ctx) => presentChallenge(await beginPasskeySignIn(ctx)))
  endpoint(api, passkeys.login, async (ctx, { body }) => {
    const { challenge_id: challengeId, response } = body
    return presentSignedIn(await signInWithPasskey(ctx, { challengeId, response }))
  })
}

function presentPasskey(passkey: StoredPasskey): Passkey {
  return {
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  }
}

function presentChallenge({ challengeId, options }: PasskeyChallenge): Challenge {
  return { challenge_id: challengeId, options: { ...options } }
}
