import { repeatableRandom } from '../../seed/repeatable-random.ts'
import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, ground, line, shape, turned } from '../shapes.ts'

/** The spines of one shelf, from one board to the other, the smallest first. */
function shelf(seed: number, y: number, tallest: number, colours: readonly string[], gold: string): string {
  const next = repeatableRandom(seed)
  const spines: string[] = []
  for (let x = 388; x < 1030; ) {
    const width = Math.min(26 + Math.round(next() * 30), 1052 - x)
    const height = Math.round(tallest * (0.72 + (0.28 * (x - 388)) / 660))
    const colour = colours[Math.floor(next() * colours.length)] ?? gold
    spines.push(box(x, y - height, width - 4, height, colour, 3), box(x + 5, y - height + 18, width - 14, 5, gold))
    x += width
  }
  return spines.join('')
}

/** No more than just my presses will contain: one has to go. */
export const fullPress = drawing(
  'A tall glazed bookcase packed with books in order of height; one more lies outside on a chair, with no room left',
  {
    wall: grounds.fern,
    floor: ['#54775f', '#101d17'],
    oak: ['#6d4527', '#4d301b'],
    dark: ['#3c2616', '#1b110a'],
    gold: inks.lamp,
    first: inks.brick,
    second: inks.cream,
    third: inks.night,
    fourth: inks.ochre,
    fifth: ['#7c3f4d', '#6f3b47'],
    chair: ['#3c2616', '#7a5433'],
    extra: inks.clay,
  },
  ({ wall, floor, oak, dark, gold, first, second, third, fourth, fifth, chair, extra }) => [
    ground(wall),
    box(0, 730, 1440, 80, floor),
    shape('M330,72 L720,20 L1110,72 Z', oak),
    box(318, 60, 804, 34, oak, 6),
    box(346, 90, 748, 650, oak),
    box(380, 124, 680, 586, dark),
    ...[320, 512, 706].map(
      (y, index) => shelf(index + 3, y, 168, [first, second, third, fourth, fifth], gold) + box(380, y, 680, 14, oak),
    ),
    line('M720,124 V710', oak, 22),
    line('M550,124 V710 M890,124 V710', oak, 5),
    box(330, 706, 780, 40, oak, 4),
    // A chair with the book that came too late.
    line('M1180,740 V560 M1330,740 V380', chair, 16),
    line('M1170,560 H1338', chair, 22),
    line('M1330,400 V560', chair, 16),
    turned(-4, 1240, 530, box(1176, 506, 130, 40, extra, 4), box(1190, 514, 100, 5, gold)),
  ],
)
