import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, faded, ground, ring } from '../shapes.ts'

/** A real code, of the kind that may lose the most: it says BYTEWISE, and says it through the stain. */
const code = [
  '#######..###..#######',
  '#.....#..#.##.#.....#',
  '#.###.#..###..#.###.#',
  '#.###.#..##...#.###.#',
  '#.###.#.#####.#.###.#',
  '#.....#....#..#.....#',
  '#######.#.#.#.#######',
  '........####.........',
  '..##..###.##.##.#....',
  '.#...#.####..###...#.',
  '.#########....#####.#',
  '..#..#..###..##..#...',
  '.##.###..#.##.#.#.#..',
  '........##..##....#..',
  '#######.##...##.####.',
  '#.....#..###..##.##..',
  '#.###.#...#.##...####',
  '#.###.#.#.##.#######.',
  '#.###.#.##.####.#.#..',
  '#.....#...##..#####..',
  '#######...#.#.###.##.',
]
const cell = 30
const [left, top] = [405, 90]

export const coffeeCode = drawing(
  'A square QR code on a menu with the ring of a coffee cup across it, and the cup at the edge',
  {
    table: grounds.lake,
    shadow: ['#64868f', '#0f1d22'],
    menu: ['#f7efdd', '#d8cdb4'],
    module: inks.pine,
    stain: ['#8a5327', '#7a4520'],
    saucer: inks.bone,
    cup: ['#e3d6ba', '#c2b596'],
    coffee: ['#5a341d', '#3d2313'],
    foam: ['#a9713f', '#8a5a30'],
  },
  ({ table, shadow, menu, module, stain, saucer, cup, coffee, foam }) => [
    ground(table),
    box(364, 46, 740, 764, shadow),
    box(345, 30, 750, 780, menu),
    ...code.flatMap((cells, y) =>
      // Neighbours in a row are one box: no hairline between them.
      [...cells.matchAll(/#+/g)].map(({ 0: run, index }) =>
        box(left + index * cell, top + y * cell, run.length * cell, cell + 1, module),
      ),
    ),
    faded(0.62, ring(880, 560, 196, stain, 30)),
    faded(0.4, ring(886, 566, 214, stain, 8), disc(676, 676, 15, stain), disc(650, 712, 8, stain)),
    faded(0.16, disc(880, 560, 182, stain)),
    disc(1306, 172, 226, shadow),
    disc(1296, 156, 224, saucer),
    disc(1296, 156, 178, cup),
    disc(1296, 156, 150, coffee),
    faded(0.8, ring(1296, 156, 118, foam, 10)),
  ],
)
