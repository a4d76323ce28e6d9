/** The stretches of days that figures are shown for; the longest is 52 whole weeks. */
export const figureRanges = [7, 30, 90, 364] as const
export type FigureRange = (typeof figureRanges)[number]
