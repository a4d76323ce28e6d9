import { PassThrough } from 'node:stream'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { createLogger } from './log.ts'
import { describeFailure } from './queue/handlers.ts'

const fault = Object.assign(new Error('duplicate key value'), { code: '23505' })
const failedQuery = new DrizzleQueryError('insert into users values ($1)', ['ada@example.com', 'Ada King'], fault)

function logged(error: Error): string {
  const into = new PassThrough()
  createLogger('info', into).warn({ err: error }, 'a fault')
  return String(into.read())
}

test('a failed query is logged without its parameters', () => {
  expect(logged(failedQuery)).toMatch(
    /"message":"duplicate key value".*"query":"insert into users values \(\$1\)","code":"23505"/,
  )
  expect(logged(failedQuery)).not.toMatch(/ada@|Ada King/)
})

test('a failed query of a job is described without them, too', () => {
  const described = describeFailure(failedQuery)
  expect(described).toMatchObject({ message: 'duplicate key value', code: '23505' })
  expect(JSON.stringify(described)).not.toMatch(/ada@|Ada King/)
})

test('the database’s own error is logged without its connection and without values of rows', () => {
  const lost = Object.assign(new Error('a fault'), {
    code: '57P01',
    client: { user: 'bytewise' },
    detail: 'Key (ada@example.com)',
  })
  expect(logged(lost)).toContain('57P01')
  expect(logged(lost)).not.toMatch(/bytewise|ada@/)
})
