import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, ground, line, moved, row, scaled, shape, turned } from '../shapes.ts'

/** A processor is a cook who chops in a second what it fetches in a minute and a half: the board is a chip. */
export const choppingChip = drawing(
  'A computer chip with its golden pins serves as a chopping board, with half an onion and a knife on it',
  {
    table: grounds.clay,
    shadow: ['#a8613f', '#1f120e'],
    pin: inks.ochre,
    board: ['#2b4538', '#183428'],
    edge: ['#1f3429', '#0e241b'],
    skin: ['#8d4a63', '#8d5069'],
    flesh: inks.bone,
    layer: ['#cfa9b4', '#b58a98'],
    blade: ['#dfe3dc', '#a9b3ae'],
    back: ['#aeb8b3', '#77827d'],
    handle: inks.ink,
  },
  ({ table, shadow, pin, board, edge, skin, flesh, layer, blade, back, handle }) => [
    ground(table),
    box(424, 113, 640, 640, shadow, 30),
    ...row(9, (index) => {
      const at = 150 + index * 60
      const [x, y] = [430 + index * 62, at - 15]
      return [box(x, 44, 28, 722, pin, 8), box(359, y, 722, 28, pin, 8)].join('')
    }),
    box(400, 85, 640, 640, edge, 30),
    box(424, 109, 592, 592, board, 18),
    disc(468, 652, 20, edge),
    // Half an onion, cut side up.
    turned(
      -24,
      610,
      400,
      shape(
        'M610,170 C640,220 760,250 770,390 C778,500 700,570 610,570 C520,570 442,500 450,390 C460,250 580,220 610,170 Z',
        skin,
      ),
      shape(
        'M610,212 C640,250 742,276 750,390 C756,486 690,548 610,548 C530,548 464,486 470,390 C478,276 580,250 610,212 Z',
        flesh,
      ),
      ...[0.78, 0.56, 0.34].map((size) =>
        scaled(
          size,
          size,
          610,
          430,
          line(
            'M610,222 C640,258 734,284 742,392 C748,482 686,540 610,540 C534,540 472,482 478,392 C486,284 580,258 610,222 Z',
            layer,
            13 / size,
          ),
        ),
      ),
      box(596, 540, 28, 30, skin, 6),
    ),
    // The knife.
    turned(
      28,
      880,
      400,
      moved(
        880,
        400,
        shape('M-42,-330 Q46,-250 46,-60 V110 H-42 Z', blade),
        shape('M-42,-330 Q-28,-316 -18,-304 V110 H-42 Z', back),
        box(-46, 108, 96, 26, back, 4),
        box(-36, 132, 74, 210, handle, 24),
        disc(0, 190, 9, back),
        disc(0, 276, 9, back),
      ),
    ),
  ],
)
