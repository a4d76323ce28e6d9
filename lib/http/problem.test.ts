import { ApiFailure } from '#lib/api/failure.ts'
import { failed } from './problem.ts'

const answerTo = async (status: number, code: string | number) =>
  (await failed(new ApiFailure(status, code, 'A sentence.')).json()) as Record<string, unknown>

test.each([
  [409, 'conflict', 'Changed in the meantime'],
  [409, 'already_done', 'Already done or under way'],
  [409, 'not_possible', 'Not possible as things are'],
  [403, 'reauthentication_needed', 'Please confirm that it’s you'],
])('%i %s is passed on under its title', async (status, code, title) => {
  expect(await answerTo(status, code)).toMatchObject({ status, code, title, detail: 'A sentence.' })
})

test.each([
  [409, 'Already exists'],
  [400, 'Already subscribed'],
])('%i with the code of what exists already is titled: %s', async (status, title) => {
  expect(await answerTo(status, 11000)).toMatchObject({ status, code: 11000, title })
})

test.each([
  [400, 'bad_request'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'not_possible'],
  [418, 'internal'],
  [429, 'too_many_requests'],
  [503, 'unavailable'],
])('%i with a code of another product API says no more than its status does: %s', async (status, code) => {
  for (const unknown of ['teapot', 'constructor', 7])
    expect(await answerTo(status, unknown)).toMatchObject({ status, code })
})
