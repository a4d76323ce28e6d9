import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { byline, letters } from '../letters.ts'
import { disc, glow, ground, line, row, shape } from '../shapes.ts'

/** Written to himself, in a tent, in the evenings. */
export const meditations = drawing(
  'A book’s title page: Meditations, by Marcus Aurelius, above a general’s tent at night with a lamp lit inside',
  {
    night: grounds.plum,
    hill: ['#453244', '#17111a'],
    canvas: inks.clay,
    seam: ['#a4573a', '#8d4c33'],
    inside: ['#2c1d25', '#100a10'],
    lamp: inks.lamp,
    clay: inks.brick,
    star: ['#f7efdd', '#e6dcc4'],
  },
  ({ night, hill, canvas, seam, inside, lamp, clay, star }) => [
    ground(night),
    ...[
      [210, 130],
      [330, 300],
      [1190, 110],
      [1090, 330],
      [1290, 400],
      [150, 470],
    ].map(([x, y]) => disc(x ?? 0, y ?? 0, 5, star)),
    letters('Meditations', 720, 196, { size: 138, colour: star, weight: 500, tracking: -1 }),
    byline('Marcus Aurelius', 720, 262, lamp, 32),
    shape('M0,700 Q360,640 720,690 T1440,680 V810 H0 Z', hill),
    line('M720,330 V300', seam, 10),
    shape('M720,320 Q600,560 330,740 H1110 Q840,560 720,320 Z', canvas),
    ...row(4, (index) =>
      line(`M720,330 Q${[640, 690, 750, 800][index]},560 ${[470, 600, 840, 970][index]},738`, seam, 5),
    ),
    shape('M720,452 Q690,620 610,740 H830 Q750,620 720,452 Z', inside),
    glow(720, 676, 74, lamp, 0.16),
    shape('M676,694 Q720,724 764,694 L778,690 Q764,730 736,734 H704 Q676,730 676,694 Z', clay),
    shape('M720,690 Q694,668 720,622 Q746,668 720,690 Z', lamp),
  ],
)
