import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stories } from '#contract/stories.ts'
import { users } from '#contract/users.ts'
import { type RenderContext, runWithRenderContext } from '#lib/renderer/render-context.ts'
import { call, callPublic } from './client.ts'
import { apiLog } from './read-answer.ts'

// A product API that breaks the connection of its first calls before it has answered.
let breaking = 0
let asked = 0
let answering: { status?: number; tags?: string } = {}
const server = createServer((request, response) => {
  asked++
  if (asked <= breaking) {
    request.socket.destroy()
    return
  }
  const { status = 200, tags } = answering
  response.writeHead(status, { 'content-type': 'application/json', ...(tags && { 'cache-tag': tags }) })
  response.end('{"count":3}')
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env.PRODUCT_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = 0
  breaking = 0
  answering = {}
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a reading call whose connection breaks is tried again', async () => {
  breaking = 1
  expect((await call(stories.count, {}, {})).body).toEqual({ count: 3 })
  expect(asked).toBe(2)
})

test('but only once', async () => {
  breaking = 5
  await expect(call(stories.count, {}, {})).rejects.toMatchObject({ status: 503, code: 'unreachable' })
  expect(asked).toBe(2)
})

test('a writing call is never sent twice', async () => {
  breaking = 1
  await expect(call(users.logout, {}, { token: 'a' })).rejects.toMatchObject({ code: 'unreachable' })
  expect(asked).toBe(1)
})

test('an address with dot segments is never asked for: it would lead to another call', async () => {
  for (const uuid of ['..', '.']) {
    await expect(callPublic(users.profile, { params: { uuid } })).rejects.toMatchObject({ status: 404 })
  }
  expect(asked).toBe(0)
})

describe('the log', () => {
  test('says which call was not answered, and why', async () => {
    const warn = jest.spyOn(apiLog(), 'warn')
    breaking = 1
    await expect(call(users.logout, {}, { token: 'a-secret-token' })).rejects.toMatchObject({ code: 'unreachable' })
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn).toHaveBeenCalledWith(
      { call: 'POST /users/logout', err: expect.objectContaining({ code: 'ECONNRESET' }) },
      expect.any(String),
    )
    warn.mockRestore()
  })

  test('stays quiet about a call that its caller gave up', async () => {
    const warn = jest.spyOn(apiLog(), 'warn')
    await expect(call(users.logout, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'unreachable' })
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})

describe('a page that is being made', () => {
  const contextOf = (): RenderContext => ({ requestId: 'r', clientAddress: '127.0.0.1', tags: new Set() })
  const made = async () => {
    const context = contextOf()
    await runWithRenderContext(context, () => callPublic(stories.count, {}).catch(() => undefined))
    return { tags: [...context.tags], isUntagged: context.isUntagged ?? false }
  }

  test.each([200, 404])('is kept by the tags of an answer %i', async (status) => {
    answering = { status, tags: 'list:all, profile:ada,' }
    expect(await made()).toEqual({ tags: ['list:all', 'profile:ada'], isUntagged: false })
  })

  test('is kept for a short time when its product API names none, or does not answer', async () => {
    expect(await made()).toEqual({ tags: [], isUntagged: true })
    breaking = 5
    asked = 0
    expect(await made()).toEqual({ tags: [], isUntagged: true })
  })

  test('takes no tags from an answer for one person', async () => {
    answering = { tags: 'list:all' }
    const context = contextOf()
    const answer = await runWithRenderContext(context, () => call(stories.count, {}, { token: 'a' }))
    expect(answer.tags).toEqual(['list:all'])
    expect(context.tags.size).toBe(0)
  })
})
