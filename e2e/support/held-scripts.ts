import type { Page } from '@playwright/test'

/** Whether a script is the editor of texts, or a part of it. */
export const isTextEditor = (source: string) => source.includes('ql-editor')

/** Holds back the scripts of the build whose source `isHeld`, until they are released or refused. */
export async function hold(page: Page, isHeld: (source: string) => boolean) {
  const held = new Set<string>()
  let end = (_: 'release' | 'refuse') => {}
  const ended = new Promise<'release' | 'refuse'>((resolve) => {
    end = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    const answer = await route.fetch().catch(() => undefined)
    if (!answer) return
    if (isHeld(await answer.text())) {
      held.add(route.request().url())
      if ((await ended) === 'refuse') return route.abort()
    }
    await route.fulfill({ response: answer }).catch(() => undefined)
  })
  return {
    release: () => end('release'),
    refuse: () => end('refuse'),
    isHeld: (url: string) => held.has(url),
    held: () => [...held],
  }
}
