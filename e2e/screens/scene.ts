import type { BrowserContext, Page } from '@playwright/test'

/** One screen in one state, and the way there. */
export type Scene = {
  /** Names its pictures: `story`, `login-refused`. */
  name: string
  open: (page: Page, context: BrowserContext) => Promise<void>
}

/** A screen that needs nothing but its address. */
export function at(name: string, path: string): Scene {
  return {
    name,
    open: async (page) => {
      await page.goto(path)
    },
  }
}

/** The browser's own calls to these paths never get an answer: what a page shows meanwhile. */
export async function neverAnswer(page: Page, pattern: string): Promise<void> {
  await page.route(pattern, () => undefined)
}

/** The browser's own calls to these paths fail. */
export async function answerWithFailure(page: Page, pattern: string): Promise<void> {
  const problem = { status: 503, code: 'unavailable', title: 'Unavailable', message: 'Something went wrong' }
  await page.route(pattern, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )
}
