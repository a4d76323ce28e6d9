import { redirectToChangePassword } from './session-calls.ts'
import { aProductApi, request, site } from './testing/a-product-api.ts'

const api = aProductApi()
const path = '/.well-known/change-password'

test.each([
  ['a signed-in person to the security of the account', true, '/account/security'],
  ['a stranger to the log-in, and there after it', false, '/users/login?next=%2Faccount%2Fsecurity'],
])('leads %s', async (_, signedIn, target) => {
  const response = await redirectToChangePassword(await request(path, { signedIn }))
  expect([response.status, response.headers.get('location')]).toEqual([302, site + target])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(api.asked).toEqual([])
})
