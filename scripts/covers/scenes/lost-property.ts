import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, ground, line, moved, shape, turned } from '../shapes.ts'

/** Everything on the shelf has a tag. He has one too. */
export const lostProperty = drawing(
  'A shelf of lost things, each with a tag: umbrellas, a satchel, a blue suitcase, and on the suitcase a small boy',
  {
    wall: grounds.brick,
    shelf: ['#5f2a1e', '#190b08'],
    case: ['#33566b', '#33566b'],
    strap: inks.cream,
    bag: ['#7a4a2a', '#6e4427'],
    flap: ['#935c36', '#85552f'],
    umbrella: inks.pine,
    other: inks.ochre,
    wood: inks.cream,
    coat: inks.ochre,
    skin: inks.rose,
    hair: inks.ink,
    sock: inks.bone,
    tag: ['#f9f0d8', '#e6d9b6'],
    string: inks.bone,
  },
  (ink) => {
    const tag = (x: number, y: number, degrees: number) =>
      line(`M${x},${y} l10,52`, ink.string, 5) +
      turned(
        degrees,
        x + 10,
        y + 50,
        shape(`M${x - 16},${y + 66} l26,-20 l26,20 v62 h-52 Z`, ink.tag),
        disc(x + 10, y + 66, 6, ink.shelf),
      )
    return [
      ground(ink.wall),
      box(0, 690, 1440, 34, ink.shelf),
      box(0, 60, 1440, 30, ink.shelf),
      // Umbrellas hang from the shelf above.
      ...[
        [330, ink.umbrella],
        [420, ink.other],
      ].map(([x, cloth]) =>
        moved(
          Number(x),
          90,
          line('M0,-6 V60 M0,390 V430 q0,34 -30,34 q-26,0 -26,-26', ink.wood, 14),
          shape('M-34,390 L-8,40 H8 L34,390 Q0,410 -34,390 Z', String(cloth)),
        ),
      ),
      // Satchel.
      box(1000, 480, 240, 210, ink.bag, 22),
      shape('M1000,500 Q1000,480 1022,480 H1218 Q1240,480 1240,500 V580 Q1120,640 1000,580 Z', ink.flap),
      line('M1030,482 Q1120,330 1210,482', ink.bag, 16),
      box(1104, 590, 32, 46, ink.wood, 5),
      tag(1226, 560, -6),
      // Suitcase.
      box(506, 470, 440, 220, ink.case, 20),
      box(580, 470, 34, 220, ink.strap),
      box(838, 470, 34, 220, ink.strap),
      line('M672,470 q0,-40 54,-40 q54,0 54,40', ink.strap, 14),
      // The boy.
      shape('M640,478 L668,330 Q676,292 726,292 Q776,292 784,330 L812,478 Z', ink.coat),
      shape('M676,474 h44 v128 h-44 Z M732,474 h44 v128 h-44 Z', ink.sock),
      box(660, 590, 64, 34, ink.hair, 14),
      box(736, 590, 64, 34, ink.hair, 14),
      disc(726, 226, 66, ink.skin),
      shape('M656,232 Q650,150 726,150 Q802,150 796,232 Q770,190 726,196 Q690,198 656,232 Z', ink.hair),
      line('M692,238 q12,9 24,0 M738,238 q12,9 24,0', ink.hair, 5),
      tag(726, 350, 4),
      tag(420, 500, 6),
    ]
  },
)
