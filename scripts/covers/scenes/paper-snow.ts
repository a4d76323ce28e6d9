import { repeatableRandom } from '../../seed/repeatable-random.ts'
import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, glow, ground, oval, round, row, shape, within } from '../shapes.ts'

/** Punched out of a letter, a little out of their places, and larger the nearer they are to the ground. */
function flakes(colour: string): string {
  const next = repeatableRandom(31)
  const places = row(11 * 10, (index) => ({ column: index % 11, line: Math.floor(index / 11) }))
  return places
    .map(({ column, line }) => {
      const x = 330 + (column + (line % 2) / 2 + (next() - 0.5) * 0.8) * 74
      const y = 80 + (line + (next() - 0.5) * 0.8) * 62
      return disc(round(x), round(y), round(5 + next() * 5 + line * 0.7), colour)
    })
    .join('')
}

export const paperSnow = drawing(
  'A stage between red curtains where paper snow falls, thickest on the little lit hood of the prompter’s box',
  {
    stage: grounds.night,
    floor: ['#6b4a35', '#2c1d15'],
    apron: ['#4d3324', '#1c120c'],
    curtain: ['#9d4432', '#6f2c21'],
    fold: ['#7c3325', '#521f17'],
    hood: ['#c08a45', '#8f6732'],
    inside: inks.lamp,
    head: inks.ink,
    snow: ['#fbf6ea', '#efe6d0'],
    fringe: inks.ochre,
  },
  ({ stage, floor, apron, curtain, fold, hood, inside, head, snow, fringe }) => [
    ground(stage),
    box(0, 600, 1440, 210, floor),
    box(0, 722, 1440, 88, apron),
    flakes(snow),
    shape('M0,0 H330 Q360,300 250,690 H0 Z', curtain),
    shape('M1440,0 H1110 Q1080,300 1190,690 H1440 Z', curtain),
    ...row(3, (index) =>
      shape(
        `M${60 + index * 90},0 h36 Q${120 + index * 86},330 ${40 + index * 72},690 h-22 Q${70 + index * 86},330 ${60 + index * 90},0 Z`,
        fold,
      ),
    ),
    ...row(3, (index) =>
      shape(
        `M${1380 - index * 90},0 h-36 Q${1320 - index * 86},330 ${1400 - index * 72},690 h22 Q${1370 - index * 86},330 ${1380 - index * 90},0 Z`,
        fold,
      ),
    ),
    shape(
      'M0,0 H1440 V70 Q1320,150 1200,80 Q1080,160 960,84 Q840,160 720,84 Q600,160 480,84 Q360,160 240,80 Q120,150 0,70 Z',
      curtain,
    ),
    box(0, 0, 1440, 26, fringe),
    // The prompter, under her hood.
    within(box(0, 0, 1440, 722, stage), glow(720, 640, 230, inside, 0.1)),
    shape('M500,722 Q500,470 720,470 Q940,470 940,722 Z', hood),
    shape('M560,722 Q560,530 720,530 Q880,530 880,722 Z', inside),
    disc(720, 634, 46, head),
    shape('M640,722 Q644,676 720,676 Q796,676 800,722 Z', head),
    oval(720, 488, 150, 24, snow),
    ...row(7, (index) => disc(590 + index * 43, 486 - Math.abs(3 - index) * -5, 24, snow)),
  ],
)
