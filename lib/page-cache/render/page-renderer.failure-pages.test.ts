import type { Rendered } from '#lib/renderer/wire.ts'
import { createFailurePages, type FailureStatus } from './page-renderer.ts'

const policy = "script-src 'self'"

const answered = (status: number, body: string): Rendered => ({
  status,
  headers: { 'content-security-policy': policy },
  body: Buffer.from(body),
  report: { tags: [] },
})

const textOf = (failurePage: ReturnType<typeof createFailurePages>) => async (status: FailureStatus) =>
  String((await failurePage(status)).body)

/** Renderers that are broken until told otherwise. */
function brokenRenderers() {
  const state = { broken: true, made: 0, mark: 0 }
  const ask = async (url: string) => {
    state.made++
    if (state.broken) throw new Error('broken')
    return answered(200, `<main>${url}</main>`)
  }
  return { state, failurePage: textOf(createFailurePages(ask, () => state.mark)) }
}

describe('createFailurePages', () => {
  test('sends a plain page if not even the failure page can be made, and tries again at the next failure', async () => {
    const { state, failurePage } = brokenRenderers()
    expect(await failurePage(500)).toContain('Something went wrong')
    state.broken = false
    expect(await failurePage(500)).toBe('<main>/uncaught-error</main>')
  })

  test('makes each page once', async () => {
    const { state, failurePage } = brokenRenderers()
    state.broken = false
    const pages = await Promise.all([failurePage(429), failurePage(429), failurePage(503)])
    expect(pages).toEqual(['<main>/refused/429</main>', '<main>/refused/429</main>', '<main>/refused/503</main>'])
    expect(state.made).toBe(2)
  })

  test('makes them again by new settings, and keeps the old one as long as that fails', async () => {
    const { state, failurePage } = brokenRenderers()
    state.broken = false
    await failurePage(500)
    state.mark++
    state.broken = true
    expect(await failurePage(500)).toBe('<main>/uncaught-error</main>')
    state.broken = false
    await Promise.all([failurePage(500), failurePage(500)])
    expect(state.made).toBe(3)
  })

  test('brings the policy that it was made with', async () => {
    const failurePage = createFailurePages(
      async () => answered(200, '<main></main>'),
      () => 0,
    )
    expect((await failurePage(500)).policy).toBe(policy)
  })

  test('does not take an answer of another status for the page', async () => {
    const failurePage = textOf(
      createFailurePages(
        async () => answered(404, 'not found'),
        () => 0,
      ),
    )
    expect(await failurePage(429)).toContain('Something went wrong')
  })
})
