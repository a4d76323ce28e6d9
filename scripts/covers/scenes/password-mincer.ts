import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, ground, line, onOval, ring, row, scaled, shape, turned } from '../shapes.ts'

const stars = [
  [420, 500, 34],
  [350, 590, 40],
  [448, 622, 34],
  [378, 700, 36],
  [490, 712, 30],
] as const

/** Mince is easily made from a cow, and no cow from mince. */
export const passwordMincer = drawing(
  'A hand-turned mincer: a key goes in at the top, and asterisks come out at the side',
  {
    kitchen: grounds.plum,
    table: ['#3f2e44', '#150f18'],
    iron: ['#c4c3b6', '#8d9189'],
    shade: ['#97988e', '#656a65'],
    plate: ['#5e6160', '#363c3d'],
    key: inks.lamp,
    handle: inks.brick,
    star: inks.lamp,
  },
  ({ kitchen, table, iron, shade, plate, key, handle, star }) => [
    ground(kitchen),
    box(0, 752, 1440, 58, table),
    scaled(
      0.86,
      0.86,
      720,
      752,
      // The stand, the barrel, the funnel.
      shape('M700,480 L664,752 H884 L836,480 Z', shade),
      box(640, 708, 270, 44, plate, 8),
      shape('M520,340 H960 Q1000,340 1000,400 Q1000,470 940,474 L560,530 H520 Z', iron),
      shape('M520,470 L1000,410 Q996,470 940,474 L560,530 H520 Z', shade),
      shape('M600,196 H940 L880,352 H668 Z', iron),
      shape('M840,196 H940 L880,352 H800 Z', shade),
      box(584, 176, 372, 30, iron, 15),
      box(478, 318, 62, 236, plate, 20),
      ...row(4, (index) => disc(509, 356 + index * 53, 13, kitchen)),
      // The crank.
      line('M1000,405 H1090 L1150,600', iron, 34),
      box(1118, 596, 70, 126, handle, 26),
      disc(1090, 405, 26, shade),
      // The key, half in.
      turned(18, 770, 120, ring(770, -2, 50, key, 26), box(757, 44, 26, 150, key), box(783, 128, 40, 20, key)),
      shape('M600,206 H940 L926,240 H614 Z', iron),
    ),
    ...stars.map(([x, y, r]) =>
      row(3, (arm) =>
        line(
          `M${onOval(x, y, r, r, arm * 60 + 30).join(',')} L${onOval(x, y, r, r, arm * 60 + 210).join(',')}`,
          star,
          15,
        ),
      ).join(''),
    ),
  ],
)
