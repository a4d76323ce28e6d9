import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, ground, line, shape } from '../shapes.ts'

const bars = [26, 12, 12, 38, 12, 26, 12, 12, 26, 38, 12, 12, 26]
const gaps = [16, 28, 16, 16, 28, 16, 40, 16, 16, 28, 16, 16, 30]

/** The last digit is at the end of the line like a sentry, of no use to anyone until someone slips. */
export const sentinelDigit = drawing(
  'The bars of a bar code stand in line, and the last one is a sentry in a red coat and a tall fur hat',
  {
    paper: grounds.oat,
    parade: ['#d5c298', '#1c1810'],
    bar: ['#26231d', '#cdc1a6'],
    coat: inks.brick,
    fur: ['#26231d', '#544c40'],
    face: inks.rose,
    belt: inks.bone,
    brass: inks.lamp,
  },
  ({ paper, parade, bar, coat, fur, face, belt, brass }) => {
    let x = 300
    const line13 = bars.map((width, index) => {
      const drawn = box(x, 150, width, 540, bar)
      x += width + (gaps[index] ?? 0)
      return drawn
    })
    const at = x + 80
    return [
      ground(paper),
      box(0, 690, 1440, 120, parade),
      ...line13,
      // Boots and trousers, coat, face, hat.
      box(at - 52, 560, 46, 130, fur, 6),
      box(at + 6, 560, 46, 130, fur, 6),
      shape(`M${at - 72},590 V350 Q${at - 72},300 ${at},300 Q${at + 72},300 ${at + 72},350 V590 Z`, coat),
      box(at - 72, 470, 144, 26, belt),
      box(at - 16, 466, 32, 34, brass, 4),
      line(`M${at},330 V448`, brass, 10, '0.1 26'),
      box(at - 36, 232, 72, 80, face, 20),
      shape(
        `M${at - 66},262 V150 Q${at - 66},60 ${at},60 Q${at + 66},60 ${at + 66},150 V262 Q${at},228 ${at - 66},262 Z`,
        fur,
      ),
      line(`M${at - 34},262 Q${at},318 ${at + 34},262`, brass, 6),
    ]
  },
)
