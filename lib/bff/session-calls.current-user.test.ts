import { currentUser } from './session-calls.ts'
import { aProductApi, request } from './testing/a-product-api.ts'

const api = aProductApi()
const { asked } = api

describe('the current user', () => {
  test('is an empty object for a visitor, without a call', async () => {
    const response = await currentUser(await request('/api/users/current_user', { signedIn: false }))
    expect(await response.json()).toEqual({})
    expect(asked).toEqual([])
  })

  test.each([
    { status: 401, body: {} },
    { status: 200, body: {} },
  ])('is an empty object if the session has ended (%j), and the browser forgets it', async (answer) => {
    api.answering = answer
    const response = await currentUser(await request('/api/users/current_user'))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({})
    expect(response.headers.getSetCookie().join()).toContain('signed_in=; Path=/; Max-Age=0')
  })

  test('stays signed in if the product API fails', async () => {
    api.answering = { status: 503, body: {} }
    const response = await currentUser(await request('/api/users/current_user'))
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})
