import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

type Account = { name: string; email: string; email_verified: boolean }

/** Who has an account at the stand-in for Google; one names another's address without having proven it. */
export const googleAccounts: Record<string, Account> = {
  alice: { name: 'Alice Reader', email: 'alice@google.example', email_verified: true },
  // Has an account with a password on the site as well, made by the tests.
  bob: { name: 'Bob Both', email: 'bob@google.example', email_verified: true },
  mallory: { name: 'Mallory', email: 'victim@google.example', email_verified: false },
}

/** A real OpenID provider that behaves as Google does: RS256, name and e-mail in the ID token itself. */
export async function startGoogle({ port, siteUrl }: { port: number; siteUrl: string }): Promise<Server> {
  const issuer = `http://127.0.0.1:${port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'test-client',
        client_secret: 'test-secret',
        redirect_uris: [`${siteUrl}/api/auth/callback/google`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['only-for-tests'] },
    pkce: { required: () => false },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...googleAccounts[id] }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/choose/${interaction.uid}` },
    // Nobody is asked for a consent: what is tested is what comes after it.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  const server = createServer(async (request, response) => {
    const [, uid] = /^\/choose\/([\w-]+)/.exec(request.url ?? '') ?? []
    if (!uid) return answer(request, response)
    const chosen = new URL(request.url ?? '', issuer).searchParams.get('account')
    if (chosen) {
      const result = { login: { accountId: chosen } }
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    }
    response.setHeader('content-type', 'text/html')
    const links = Object.entries(googleAccounts).map(
      ([id, { name }]) => `<li><a href="/choose/${uid}?account=${id}">${name}</a></li>`,
    )
    response.end(`<!doctype html><title>Choose an account</title><ul>${links.join('')}</ul>`)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}
