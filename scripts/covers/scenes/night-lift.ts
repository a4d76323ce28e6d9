import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, glow, ground, line, row, shape } from '../shapes.ts'

const windowRows = 9
const windows = [-250, -150, 118, 218]

/** Between two and three the only light in the house is the lift's, and a child is weighing rice in it. */
export const nightLift = drawing(
  'A tall house at night with dark windows; high up in its open shaft waits a lit lift with a child in a school coat',
  {
    sky: grounds.night,
    house: ['#16242f', '#0a1118'],
    side: ['#1d2e3b', '#0d161f'],
    pane: ['#2c4152', '#15212c'],
    shaft: ['#0d171f', '#05090d'],
    rope: ['#5d7480', '#33444f'],
    lamp: inks.lamp,
    glass: ['#fbe6ae', '#ffe6a6'],
    child: inks.brick,
    hair: inks.ink,
    rice: inks.bone,
    moon: inks.bone,
  },
  ({ sky, house, side, pane, shaft, rope, lamp, glass, child, hair, rice, moon }) => [
    ground(sky),
    disc(1130, 150, 62, moon),
    disc(1104, 136, 56, sky),
    box(420, 60, 600, 760, house),
    box(860, 60, 160, 760, side),
    ...row(windowRows, (floor) => windows.map((x) => box(720 + x - 33, 104 + floor * 84, 66, 50, pane)).join('')),
    box(620, 84, 200, 740, shaft),
    line('M690,84 V210 M750,84 V210', rope, 6),
    line('M796,84 V620', rope, 5),
    box(780, 620, 32, 120, rope, 4),
    glow(720, 320, 250, lamp, 0.16),
    box(630, 204, 148, 236, lamp, 8),
    box(644, 222, 120, 200, glass, 4),
    // The child, and the sack of rice on its scales.
    disc(690, 296, 24, hair),
    shape('M660,420 L668,336 Q672,314 692,314 Q712,314 714,336 L724,420 Z', child),
    shape('M732,406 Q724,372 740,360 Q754,372 752,406 Z', rice),
    box(724, 406, 36, 14, hair, 3),
  ],
)
