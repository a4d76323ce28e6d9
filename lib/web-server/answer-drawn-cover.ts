import type { IncomingMessage, ServerResponse } from 'node:http'
import { drawnCoverFolder, parseDrawnCover } from '#contract/drawn-covers.ts'
import { drawCover } from '#lib/draw-cover.ts'
import { answerLine } from './check-request.ts'

/**
 * Answers the address of a drawn cover. It is drawn from its slug alone, in microseconds, so made-up addresses ask no
 * database and fill no memory; browsers and shared caches keep it for a year.
 * @returns whether the address belongs to such a cover.
 */
export function answerDrawnCover(request: IncomingMessage, response: ServerResponse): boolean {
  const path = request.url?.split('?', 1)[0] ?? ''
  if (!path.startsWith(drawnCoverFolder)) return false
  const cover = parseDrawnCover(path)
  if (!cover) answerLine(response, 404, 'There is no such picture.')
  else {
    const svg = drawCover(cover.slug, cover.isDark ? 'night' : 'day')
    response.writeHead(200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': Buffer.byteLength(svg),
    })
    response.end(svg)
  }
  return true
}
