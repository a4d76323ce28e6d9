import type { Handle } from './capture-response.ts'
import { createFailurePages } from './page-renderer.ts'

/** A Next that is broken until told otherwise. */
function aNext() {
  const state = { broken: true, made: 0 }
  const handle: Handle = (request, response) => {
    state.made++
    if (state.broken) throw new Error('broken')
    response.statusCode = 200
    response.end(`<main>${request.url}</main>`)
  }
  return { state, failurePage: createFailurePages(handle) }
}

describe('createFailurePages', () => {
  test('sends a plain page if not even the failure page can be made, and tries again at the next failure', async () => {
    const { state, failurePage } = aNext()
    expect(await failurePage(500)).toContain('Something went wrong')
    state.broken = false
    expect(await failurePage(500)).toBe('<main>/uncaught-error</main>')
  })

  test('makes each page once', async () => {
    const { state, failurePage } = aNext()
    state.broken = false
    const pages = await Promise.all([failurePage(429), failurePage(429), failurePage(503)])
    expect(pages).toEqual(['<main>/refused/429</main>', '<main>/refused/429</main>', '<main>/refused/503</main>'])
    expect(state.made).toBe(2)
  })

  test('does not take an answer of another status for the page', async () => {
    const failurePage = createFailurePages((_, response) => {
      response.statusCode = 404
      response.end('not found')
    })
    expect(await failurePage(429)).toContain('Something went wrong')
  })
})
