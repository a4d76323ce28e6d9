import { passkeys } from '#contract/sessions.ts'
import type { Context } from '../context.ts'
import type { Api } from '../http/api.ts'
import { endpoint } from '../http/endpoint.ts'
import { beginPasskeySignIn, signInWithPasskey } from './passkey-sign-in.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys.ts'
import { presentChallenge, presentPasskey, presentSignedIn } from './present.ts'

export function passkeyRoutes(api: Api, { context }: { context: Context }): void {
  endpoint(api, passkeys.list, async ({ actor, caller }) => {
    const own = await listPasskeys({ ...context, actor, caller })
    return own.map(presentPasskey)
  })
  endpoint(api, passkeys.begin, async ({ actor, caller, body }) =>
    presentChallenge(await beginPasskey({ ...context, actor, caller }, body.currentPassword)),
  )
  endpoint(api, passkeys.add, async ({ actor, caller, body }) => {
    const { challenge_id: challengeId, response, name } = body
    return presentPasskey(await addPasskey({ ...context, actor, caller }, { challengeId, response }, name))
  })
  endpoint(api, passkeys.remove, async ({ actor, caller, params }) => {
    await removePasskey({ ...context, actor, caller }, params.id)
    return { message: 'The passkey is removed.' }
  })
  endpoint(api, passkeys.beginLogin, async ({ actor, caller }) =>
    presentChallenge(await beginPasskeySignIn({ ...context, actor, caller })),
  )
  endpoint(api, passkeys.login, async ({ actor, caller, body }) => {
    const { challenge_id: challengeId, response } = body
    return presentSignedIn(await signInWithPasskey({ ...context, actor, caller }, { challengeId, response }))
  })
}
