import { logout } from './session-calls.ts'
import { aProductApi, request, site } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

describe('logging out', () => {
  const leaving = () => request('/api/users/logout', { method: 'POST', headers: { origin: site } })

  test('ends the session there and here', async () => {
    api.answering = { body: { message: 'Logged out.' } }
    const response = await logout(await leaving())
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/users/logout' })
    expect(response.headers.getSetCookie()).toHaveLength(2)
  })

  test('of a session that is over already is fine', async () => {
    api.answering = { status: 401, body: {} }
    expect((await logout(await leaving())).status).toBe(200)
  })

  test('that fails keeps the person signed in', async () => {
    api.answering = { status: 500, body: {} }
    const response = await logout(await leaving())
    expect(response.status).toBe(500)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})
