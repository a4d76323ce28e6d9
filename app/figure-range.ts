import { type FigureRange, figureRanges } from '#contract/dashboard.ts'

/** The stretch of days that a page about figures shows: the one asked for, or its usual one. */
export function figureRange(asked: string | undefined, usual: FigureRange): FigureRange {
  return figureRanges.find((days) => String(days) === asked) ?? usual
}
