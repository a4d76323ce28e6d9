import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, ground, line, row, shape } from '../shapes.ts'

/** Closed, the book is a speech bubble. */
export const spokenBook = drawing(
  'A closed green book in the shape of a speech bubble: its tail points to whoever is saying what stood in it',
  {
    wall: grounds.rose,
    shadow: ['#c2907c', '#170f0d'],
    page: ['#f9f2e2', '#d9cfb7'],
    leaf: ['#d6c8a8', '#a1967c'],
    cover: inks.green,
    spine: ['#14523a', '#2b6a4c'],
    line: inks.lamp,
  },
  ({ wall, shadow, page, leaf, cover, spine, line: gold }) => [
    ground(wall),
    shape('M420,180 H1100 V640 H720 L560,800 V640 H420 Z', shadow),
    // Pages under the cover, then the cover with its tail.
    box(380, 560, 700, 66, page),
    ...row(4, (index) => line(`M392,${574 + index * 13} H1070`, leaf, 3)),
    shape(
      'M390,110 H1050 Q1080,110 1080,140 V540 Q1080,570 1050,570 H380 Q350,570 350,540 V150 Q350,110 390,110 Z',
      cover,
    ),
    shape('M390,110 H430 V570 H350 V150 Q350,110 390,110 Z', spine),
    shape(
      'M350,540 V600 Q350,640 390,640 H520 V770 L660,640 H1080 V622 H392 Q376,622 376,596 Q376,570 392,570 H380 Z',
      cover,
    ),
    shape('M350,540 V600 Q350,640 390,640 H430 V622 H392 Q376,622 376,596 Q376,570 392,570 Z', spine),
    disc(650, 340, 30, gold),
    disc(755, 340, 30, gold),
    disc(860, 340, 30, gold),
    line('M480,160 H1030 V520 H480 Z', gold, 6),
  ],
)
