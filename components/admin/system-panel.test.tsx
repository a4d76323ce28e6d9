import { fireEvent, render, screen } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import type { SystemState } from '#contract/system.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { SystemPanel } from './system-panel.tsx'

beforeEach(forgetAnswers)

const good: SystemState = {
  ...{
    version: '1.2.3',
    node: 'v24.0.0',
    started_at: '2026-01-02T03:04:05.000Z',
    checked_at: '2026-01-02T09:04:05.000Z',
  },
  checks: [
    {
      ...{ part: 'database', state: 'good', facts: ['PostgreSQL 18', '10 MB'] },
      findings: [{ code: 'database-works', state: 'good', sentence: 'The database works.', advice: '' }],
    },
  ],
}
const bad: SystemState = {
  ...good,
  checks: [
    {
      ...{ part: 'database', state: 'bad', facts: [] },
      findings: [
        { code: 'database-away', state: 'bad', sentence: 'The database did not answer.', advice: 'Start it.' },
        { code: 'database-slow', state: 'hint', sentence: 'It was slow before.', advice: 'Ask its owner.' },
      ],
    },
  ],
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Check again' }))

test('says how each part is in words, and looks again on demand', async () => {
  answerCalls({ body: good }, { body: bad })
  render(<SystemPanel />)
  expect((await screen.findByRole('listitem')).textContent).toBe('DatabaseGoodThe database works. PostgreSQL 18, 10 MB')
  expect(screen.getByText(/^Version 1\.2\.3, Node v24\.0\.0, running since 2 January 2026/)).toBeTruthy()
  press()
  expect(await screen.findByText('Checked: 1 not working.')).toBeTruthy()
  expect(screen.getByRole('listitem').textContent).toBe(
    'DatabaseTroubleThe database did not answer. Start it.It was slow before. Ask its owner.',
  )
})

test('says that it could not look, and keeps what it knew', async () => {
  const message = 'The service is not available right now.'
  answerCalls({ body: good }, { status: 503, body: { detail: message, message } })
  render(<SystemPanel />)
  await screen.findByRole('listitem')
  press()
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByRole('listitem')).toBeTruthy()
})
