import { calls } from './calls.ts'
import { defineEndpoints, problemsOf } from './endpoint.ts'
import { Said } from './users.ts'

const { open, own, administrative } = defineEndpoints({
  open: { call: 'GET /things/:id', summary: '', response: Said },
  own: { call: 'PUT /things/:id', summary: '', response: Said, auth: 'user', problems: ['not_found'] },
  administrative: { call: 'DELETE /things/:id', summary: '', response: Said, auth: 'admin' },
})

test('a call has its method and its path apart', () => {
  expect(own).toMatchObject({ method: 'PUT', path: '/things/:id' })
})

test('every call can answer that its input is malformed, and that its caller lacks the rights', () => {
  expect(problemsOf(open)).toEqual(['bad_request'])
  expect(problemsOf(own)).toEqual(['bad_request', 'unauthenticated', 'not_found'])
  expect(problemsOf(administrative)).toEqual(['bad_request', 'unauthenticated', 'forbidden'])
})

test.each(calls)('$call names no failure twice', (endpoint) => {
  expect(problemsOf(endpoint)).toEqual([...new Set(problemsOf(endpoint))])
})
