import { repeatableRandom } from '../../seed/repeatable-random.ts'
import { drawing } from '../drawing.ts'
import { inks } from '../inks.ts'
import { byline, letters } from '../letters.ts'
import { box, ground, line, onOval, row, shape } from '../shapes.ts'

const [x, y] = [720, 250]

/** Scratches go every way; near a candle they seem to run in circles round it. */
function scratches(colour: string): string {
  const next = repeatableRandom(29)
  const near = row(330, () => {
    const r = 96 + next() ** 0.8 * 640
    const from = next() * 360
    const sweep = (1800 + next() * 4200) / r
    const start = onOval(x, y, r, r, from).join(',')
    const end = onOval(x, y, r, r, from + sweep).join(',')
    return line(`M${start} A${Math.round(r)},${Math.round(r)} 0 0 1 ${end}`, colour, 2.5)
  })
  return near.join('')
}

export const middlemarch = drawing(
  'A book’s title page: Middlemarch, by George Eliot, below a candle; fine scratches stand in circles round its flame',
  {
    glass: ['#74343c', '#2b1518'],
    scratch: ['#b8766a', '#643a38'],
    label: ['#f2e8d5', '#1a0c0e'],
    title: ['#26231d', '#ebe2cf'],
    author: ['#9d4432', '#d88a6c'],
    wax: inks.bone,
    wick: inks.ink,
    flame: inks.lamp,
    core: ['#fdf3cf', '#fff2c4'],
  },
  ({ glass, scratch, label, title, author, wax, wick, flame, core }) => [
    ground(glass),
    scratches(scratch),
    box(692, 296, 56, 230, wax, 6),
    line('M720,296 V262', wick, 7),
    shape('M720,120 Q800,230 764,270 Q720,306 676,270 Q640,230 720,120 Z', flame),
    shape('M720,192 Q756,244 740,266 Q720,284 700,266 Q684,244 720,192 Z', core),
    box(300, 480, 840, 240, label, 4),
    letters('Middlemarch', 720, 604, { size: 130, colour: title, weight: 600, tracking: -1 }),
    byline('George Eliot', 720, 676, author, 34),
  ],
)
