/**
 * The most that a page may cost a reader who comes for the first time: bytes as they are sent, but for `plain`. The check
 * is e2e/every-page-is-light.spec.ts, the figures are in bench/README.md. Whoever raises a limit says why in the commit.
 */
export type PageBytes = {
  /** The HTML, as a browser unpacks it. */
  plain: number
  /** The HTML with its headers. */
  html: number
  css: number
  fonts: number
  /** Scripts that load by themselves, and all of them once the page is touched. */
  scripts: number
  touched: number
  /** Everything that is asked for before a touch, but for pictures. */
  requests: number
}

/** A server may send this much before the browser has confirmed anything: ten packets (RFC 6928). */
export const firstWindow = 14_600

const frame = { css: 15_000, fonts: 70_000, scripts: 4_700, requests: 6 }

/** Limits each page, by the name that `addresses` of page-bytes.ts gives it. */
export const byteBudget = {
  home: { ...frame, plain: 60_000, html: 12_000, touched: 156_000 },
  list: { ...frame, plain: 33_000, html: 8_000, touched: 156_000 },
  story: { ...frame, plain: 40_000, html: 11_000, touched: 144_000 },
  search: { ...frame, plain: 52_000, html: 11_000, touched: 158_000 },
  profile: { ...frame, plain: 33_000, html: 8_000, touched: 159_000 },
  'log-in': { ...frame, plain: 36_000, html: 9_200, scripts: 147_000, touched: 147_000, requests: 12 },
  Sudoku: { ...frame, plain: 38_000, html: 7_800, scripts: 158_000, touched: 158_000, requests: 15 },
  'new story': { ...frame, plain: 31_000, html: 8_800, scripts: 222_000, touched: 298_000, requests: 19 },
} satisfies Record<string, PageBytes>
