import type { Page } from '@playwright/test'
import { build } from 'esbuild'

let bundled: Promise<{ script: string; style: string }> | undefined

/** The editor alone, as the site would bundle it. */
function bundle(): Promise<{ script: string; style: string }> {
  bundled ??= build({
    entryPoints: ['e2e/support/rich-text-harness.tsx'],
    bundle: true,
    write: false,
    outdir: 'out',
    format: 'iife',
    jsx: 'automatic',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    logLevel: 'silent',
  }).then(({ outputFiles }) => ({
    script: outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '',
    style: outputFiles.find(({ path }) => path.endsWith('.css'))?.text ?? '',
  }))
  return bundled
}

/** The text of the editor that `openRichText` opens. */
export const richText = (page: Page) => page.getByRole('textbox', { name: 'Story text' })
/** The HTML that this editor would save. */
export const storedText = (page: Page) => page.evaluate(() => window.harness.handle.current?.getHtml())

const address = '/rich-text-harness'

/** Opens a page of this site, under this site's own policy, that has only the editor of a story's text. */
export async function openRichText(page: Page, { initialHtml = '', policy = '', style = '' } = {}): Promise<void> {
  const made = await bundle()
  const escaped = initialHtml.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const html = `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Editor</title><link rel="stylesheet" href="${address}.css"></head><body><div id="initial" hidden>${escaped}</div><div id="root"></div><script src="${address}.js"></script></body></html>`
  const headers = policy ? { 'content-security-policy': policy } : {}
  await page.route(`**${address}`, (route) => route.fulfill({ contentType: 'text/html', body: html, headers }))
  await page.route(`**${address}.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: made.script }))
  await page.route(`**${address}.css`, (route) => route.fulfill({ contentType: 'text/css', body: style + made.style }))
  await page.goto(address)
  await richText(page).waitFor()
}
