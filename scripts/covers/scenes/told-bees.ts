import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, ground, line, moved, oval, row, shape } from '../shapes.ts'

const coils = [118, 182, 226, 256, 276, 284]

const bees = [
  [322, 250, 1],
  [392, 430, 1],
  [1054, 190, -1],
  [1120, 380, -1],
  [1048, 540, -1],
] as const

/** The door of the hive is a keyhole: one knocks with the house key, and says who has died. */
export const toldBees = drawing(
  'A straw beehive tied with a black ribbon; its door is a keyhole, and five bees are on their way to it',
  {
    garden: grounds.ochre,
    grass: ['#a9843a', '#1c1508'],
    straw: ['#f3e0ae', '#bd9f60'],
    under: ['#e2c583', '#a08248'],
    stitch: ['#b98d45', '#74592e'],
    ribbon: inks.ink,
    door: inks.ink,
    bench: inks.brick,
    leg: ['#7c3425', '#5d281c'],
    bee: inks.ink,
    stripe: ['#f5d98a', '#e0b14e'],
    wing: ['#fbf3dd', '#8f8468'],
  },
  ({ garden, grass, straw, under, stitch, ribbon, door, bench, leg, bee, stripe, wing }) => [
    ground(garden),
    box(0, 720, 1440, 90, grass),
    box(500, 690, 56, 110, leg),
    box(884, 690, 56, 110, leg),
    box(400, 654, 640, 46, bench, 8),
    ...coils.map((half, index) => {
      const y = 88 + index * 95
      const stitches = row(Math.floor(half / 26), (at) =>
        line(`M${720 - half + 50 + at * 52},${y + 26} l-16,46`, stitch, 6),
      )
      return box(720 - half, y, half * 2, 97, index % 2 ? under : straw, 48) + stitches.join('')
    }),
    // Mourning.
    box(482, 280, 476, 50, ribbon, 22),
    shape('M720,306 L636,244 V368 Z M720,306 L804,244 V368 Z', ribbon),
    shape('M706,310 L652,446 L698,426 L722,452 Z M734,310 L788,446 L742,426 L722,452 Z', ribbon),
    disc(720, 540, 50, door),
    shape('M702,560 L674,656 H766 L738,560 Z', door),
    ...bees.map(([x, y, way]) =>
      moved(
        x,
        y,
        oval(-8 * way, -36, 28, 19, wing),
        oval(20 * way, -33, 23, 15, wing),
        oval(0, 0, 50, 31, bee),
        ...row(2, (index) => box(-24 + index * 28, -29, 14, 58, stripe, 6)),
      ),
    ),
  ],
)
