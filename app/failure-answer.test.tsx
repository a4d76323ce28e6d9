import { render, screen } from '@testing-library/react'
import { ApiFailure } from '#lib/api/failure.ts'
import { type RenderContext, runWithRenderContext } from '#lib/renderer/render-context.ts'
import { ask, FailureAnswer, FailurePanel, homeFailureMessage } from './failure-answer.tsx'

/** Shows the failure as a page would, and returns the server's answer. */
async function answerOf(failure: ApiFailure): Promise<RenderContext> {
  const context: RenderContext = { requestId: '', clientAddress: '', tags: new Set() }
  const asked = await ask(Promise.reject(failure))
  if (asked.ok) throw new Error('it has failed')
  runWithRenderContext(context, () => render(<FailureAnswer failure={asked.failure} />))
  return context
}

describe('a page whose question failed', () => {
  test.each([404, 400])('answers 404 with a readable page for %i', async (status) => {
    expect(await answerOf(new ApiFailure(status, 'x', ''))).toMatchObject({ status: 404 })
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('There’s nothing at this address')
  })

  test('answers 429 and passes on how long to wait', async () => {
    const context = await answerOf(new ApiFailure(429, 'too_many_requests', '', { retryAfterSeconds: 30 }))
    expect(context).toMatchObject({ status: 429, retryAfterSeconds: 30 })
    expect(screen.getByText('Too many requests. Please try again later.')).toBeVisible()
  })

  test('answers 503 to any other status, and names it', async () => {
    expect(await answerOf(new ApiFailure(500, 'internal', ''))).toMatchObject({ status: 503, retryAfterSeconds: 5 })
    expect(screen.getByText('Server responded with status: 500')).toBeVisible()
  })

  test('answers 503 if there was no answer', async () => {
    expect(await answerOf(new ApiFailure(503, 'unreachable', ''))).toMatchObject({ status: 503 })
    expect(screen.getByText('Failed to load content. Please try again later.')).toBeVisible()
  })

  test('lets a fault of our own pass', async () => {
    await expect(ask(Promise.reject(new TypeError('ours')))).rejects.toThrow('ours')
  })
})

describe('the home page’s own words', () => {
  test('for too many requests, and for everything else', () => {
    expect(homeFailureMessage({ status: 429, code: 'x', retryAfterSeconds: undefined })).toBe('Too many requests.')
    const failure = { status: 500, code: 'x', retryAfterSeconds: undefined }
    render(<FailurePanel failure={failure} message={homeFailureMessage(failure)} />)
    expect(screen.getByText('Something went wrong while processing')).toBeVisible()
  })
})
