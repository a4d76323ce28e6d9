import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contents } from '#contract/contents.ts'
import { users } from '#contract/users.ts'
import { call } from './client.ts'

// A product API that breaks the connection of its first calls before it has answered.
let breaking = 0
let asked = 0
const server = createServer((request, response) => {
  asked++
  if (asked <= breaking) request.socket.destroy()
  else response.setHeader('content-type', 'application/json').end('{"count":3}')
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env.PRODUCT_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a reading call whose connection breaks is asked once more', async () => {
  breaking = 1
  expect((await call(contents.count, {}, {})).body).toEqual({ count: 3 })
  expect(asked).toBe(2)
})

test('and not for ever', async () => {
  breaking = 5
  await expect(call(contents.count, {}, {})).rejects.toMatchObject({ status: 503, code: 'unreachable' })
  expect(asked).toBe(2)
})

test('a writing call is never sent twice', async () => {
  breaking = 1
  await expect(call(users.logout, {}, { token: 'a' })).rejects.toMatchObject({ code: 'unreachable' })
  expect(asked).toBe(1)
})
