import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, ground, line, row, shape } from '../shapes.ts'

const keyWidth = 176
const firstKey = -72
// After B and E there is no black key; the cat sits where one of the others would be.
const blackAfter = [0, 2, 3, 6, 7]

/** The cat keeps time from four to half past, in the place of a black key. */
export const pianoCat = drawing(
  'Piano keys across the whole picture; one of the black ones is a cat that waits with its tail hanging over the white',
  {
    wall: grounds.rose,
    lid: ['#7d4a3d', '#4a2c24'],
    felt: inks.brick,
    white: ['#f9f2e2', '#cfc5ad'],
    gap: ['#cdbfa2', '#6d6654'],
    black: ['#26231d', '#14120e'],
    shine: ['#4a453b', '#35312a'],
    eye: inks.lamp,
  },
  ({ wall, lid, felt, white, gap, black, shine, eye }) => [
    ground(wall),
    box(0, 300, 1440, 90, lid),
    box(0, 378, 1440, 16, felt),
    box(0, 394, 1440, 416, white),
    ...row(9, (key) => box(firstKey + key * keyWidth - 3, 394, 6, 416, gap)),
    ...blackAfter.map((key) => {
      const x = firstKey + (key + 1) * keyWidth
      return box(x - 52, 394, 104, 236, black, 8) + box(x - 38, 394, 76, 214, shine, 6)
    }),
    // The cat: a key's own shape, with ears.
    shape(
      'M650,630 C636,500 640,420 664,360 C640,330 632,290 640,236 L628,150 L690,196 Q720,186 750,196 L812,150 L800,236 C808,290 800,330 776,360 C800,420 804,500 790,630 Q720,650 650,630 Z',
      black,
    ),
    line('M780,610 C860,640 850,730 800,748 C770,758 760,732 780,722', black, 30),
    disc(688, 262, 15, eye),
    disc(752, 262, 15, eye),
    box(685, 249, 6, 26, black, 3),
    box(749, 249, 6, 26, black, 3),
    line('M712,300 L720,308 L728,300', eye, 5),
    line('M720,520 V622', shine, 6),
  ],
)
