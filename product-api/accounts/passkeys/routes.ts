import { passkeys } from '#contract/sessions.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { presentChallenge, presentPasskey, presentSignedIn } from './present.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './service.ts'
import { beginPasskeySignIn, signInWithPasskey } from './sign-in-with-passkey.ts'

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
