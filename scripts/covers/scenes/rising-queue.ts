import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, ground, moved, round, shape } from '../shapes.ts'

/** Points of the curve 1 / (1 - busy), every so many pixels along it, from the window on. */
function placesAlongCurve(gap: number): [x: number, y: number][] {
  const at = (busy: number): [number, number] => [440 + busy * 660, 694 - 44 * (1 / (1 - busy) - 1)]
  const places = [at(0.16)]
  for (let busy = 0.16; busy < 0.965; busy += 0.0005) {
    const [x, y] = at(busy)
    const [lastX, lastY] = places.at(-1) ?? [0, 0]
    if (Math.hypot(x - lastX, y - lastY) >= gap) places.push([round(x), round(y)])
  }
  return places
}

/** A queue before one window that follows its own formula into the sky. */
export const risingQueue = drawing(
  'A queue at a post office window: along the floor at first, then the people behind stand ever more steeply up the sky',
  {
    wall: grounds.linen,
    floor: ['#dcc9a3', '#1b1812'],
    house: inks.pine,
    frame: inks.green,
    light: inks.lamp,
    clerk: inks.ink,
    hair: ['#26231d', '#564c3e'],
    first: inks.slate,
    second: inks.clay,
    third: inks.ochre,
    fourth: inks.plum,
  },
  ({ wall, floor, house, frame, light, clerk, hair, ...coats }) => {
    const person = ([x, y]: [number, number], index: number) =>
      moved(
        x,
        y,
        shape('M-34,42 V-4 Q-34,-36 0,-36 Q34,-36 34,-4 V42 Z', Object.values(coats)[index % 4] ?? clerk),
        disc(0, -54, 24, hair),
      )
    return [
      ground(wall),
      box(0, 736, 1440, 74, floor),
      box(150, 330, 330, 410, house),
      shape('M130,336 L315,236 L500,336 Z', frame),
      box(236, 424, 176, 200, light, 88),
      box(236, 540, 176, 84, light),
      disc(324, 522, 38, clerk),
      shape('M264,624 Q264,564 324,564 Q384,564 384,624 Z', clerk),
      box(208, 614, 272, 28, frame),
      // The farthest first: people in front hide those behind.
      ...placesAlongCurve(82).map(person).reverse(),
    ]
  },
)
