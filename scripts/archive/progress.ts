import type { Progress } from '#archive/write-archive.ts'

export type OnProgress = (progress: Progress) => void

/** Between two lines: where one line is written over, and elsewhere. */
const pauseMs = { terminal: 200, log: 10_000 }

/** Shows on standard error how far something long is: one line that changes, or in a log a line now and then. */
export function openProgress(stream: NodeJS.WriteStream = process.stderr): { show: OnProgress; end: () => void } {
  let shownAt = performance.now()
  let isShown = false
  const pause = stream.isTTY ? pauseMs.terminal : pauseMs.log
  return {
    show: ({ what, done, of }) => {
      if (performance.now() - shownAt < pause) return
      shownAt = performance.now()
      const line = `${what}: ${numberOf(done)} of ${numberOf(of)}`
      stream.write(stream.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
      isShown = true
    },
    end: () => {
      if (isShown && stream.isTTY) stream.write('\r\x1b[K')
    },
  }
}

/** A number as people read it. */
export function numberOf(count: number): string {
  return count.toLocaleString('en-GB')
}
