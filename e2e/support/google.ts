import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

/** A person with an account at the stand-in for Google; the test says whether Google has proven the address. */
export type GoogleAccount = { name: string; email: string; email_verified: boolean }

/**
 * A real OpenID provider that behaves as Google does: RS256, name and email in the ID token itself.
 * The test types into the provider's page whom it signs in as.
 */
export async function startGoogle({ port, siteUrl }: { port: number; siteUrl: string }): Promise<Server> {
  const accounts = new Map<string, GoogleAccount>()
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
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/choose/${interaction.uid}` },
    // It asks for no consent: the tests are about what comes after it.
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
    const typed = new URL(request.url ?? '', issuer).searchParams.get('account')
    if (typed) {
      const account = JSON.parse(typed) as GoogleAccount
      accounts.set(account.email, account)
      const result = { login: { accountId: account.email } }
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    }
    response.setHeader('content-type', 'text/html')
    response.end(
      '<!doctype html><title>Choose an account</title><form><input name="account" aria-label="Account"><button>Go on</button></form>',
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}
