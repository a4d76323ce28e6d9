import { drawing } from '../drawing.ts'
import { inks } from '../inks.ts'
import { byline, letters } from '../letters.ts'
import { disc, ground, line, row, shape, within } from '../shapes.ts'

const opening = 'M330,330 Q720,90 1110,330 Q720,520 330,330 Z'

/** One in the morning, rain on the panes, the candle nearly burnt out: something opens a dull yellow eye. */
export const frankenstein = drawing(
  'A book’s title page: Frankenstein, by Mary Shelley, under a great yellow eye that has just opened; a candle is mirrored in it',
  {
    skin: ['#7d8f6a', '#212a1c'],
    fold: ['#66785a', '#161d13'],
    lid: ['#566749', '#2f3c28'],
    white: ['#f0e1a2', '#d8bf6a'],
    iris: ['#c79a2f', '#e0ad3a'],
    ray: ['#8d6a1d', '#8f6a1f'],
    pupil: inks.ink,
    candle: inks.bone,
    flame: ['#ffe9a6', '#fff0bd'],
    stitch: ['#26231d', '#0c0b08'],
    title: ['#1c2117', '#ecead2'],
    author: ['#f4ecc8', '#d8bf6a'],
  },
  (ink) => [
    ground(ink.skin),
    line('M270,236 Q720,-60 1170,236', ink.fold, 26),
    shape('M300,330 Q720,40 1140,330 Q720,560 300,330 Z', ink.lid),
    within(
      `<path d="${opening}"/>`,
      shape(opening, ink.white),
      disc(720, 320, 150, ink.iris),
      ...row(24, (index) => `<g transform="rotate(${index * 15} 720 320)">${line('M720,206 V184', ink.ray, 7)}</g>`),
      disc(720, 320, 84, ink.pupil),
      shape('M708,330 h24 v44 h-24 Z', ink.candle),
      shape('M720,270 Q746,304 732,320 Q720,330 708,320 Q694,304 720,270 Z', ink.flame),
      shape('M300,330 Q720,40 1140,330 L1110,330 Q720,150 330,330 Z', ink.fold),
    ),
    // Sewn, not born.
    line('M1130,470 L1236,650', ink.stitch, 10),
    ...row(5, (index) => line(`M${1116 + index * 24},${518 + index * 36} l52,-30`, ink.stitch, 10)),
    letters('Frankenstein', 700, 642, { size: 132, colour: ink.title, weight: 600, tracking: -1 }),
    byline('Mary Shelley', 700, 724, ink.author, 34),
  ],
)
