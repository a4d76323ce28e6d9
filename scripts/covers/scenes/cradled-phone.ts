import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, ground, line, onOval, ring, row, shape } from '../shapes.ts'

const [x, y] = [720, 520]

/** The wrong number for the maternity ward: a telephone on a cradle's rockers, under a mobile of moon and stars. */
export const cradledPhone = drawing(
  'A red telephone with a dial stands on the rockers of a cradle at night, and a moon and stars hang over it on threads',
  {
    room: grounds.plum,
    floor: ['#46343a', '#160f16'],
    thread: ['#c9b6a8', '#6b5a66'],
    moon: inks.lamp,
    star: inks.bone,
    body: ['#b9513c', '#a84a37'],
    shade: ['#93402f', '#7f3627'],
    dial: inks.bone,
    hole: ['#5d4560', '#3a2b3d'],
    mark: inks.lamp,
    wood: inks.cream,
    cord: ['#26181f', '#0e090d'],
  },
  ({ room, floor, thread, moon, star, body, shade, dial, hole, mark, wood, cord }) => {
    const star5 = (atX: number, atY: number, r: number) =>
      shape(
        `M${row(10, (tip) => onOval(atX, atY, tip % 2 ? r * 0.44 : r, tip % 2 ? r * 0.44 : r, tip * 36 - 90).join(',')).join(' L')} Z`,
        star,
      )
    return [
      ground(room),
      box(0, 716, 1440, 94, floor),
      line('M720,0 V46 M470,46 H970 M470,46 V128 M620,46 V72 M820,46 V84 M970,46 V150', thread, 6),
      star5(470, 158, 38),
      disc(620, 114, 46, moon),
      disc(602, 102, 38, room),
      star5(820, 114, 34),
      star5(970, 184, 40),
      line(
        'M470,610 C360,590 280,650 300,700 C316,740 230,744 206,700 C190,666 250,650 256,694 C262,748 100,760 -20,736',
        cord,
        11,
      ),
      // Rockers, body, receiver, dial.
      line('M400,664 Q720,800 1040,664', wood, 36),
      box(474, 660, 44, 46, wood),
      box(922, 660, 44, 46, wood),
      shape(
        'M566,340 H874 Q900,340 912,376 L990,636 Q1000,684 950,684 H490 Q440,684 450,636 L528,376 Q540,340 566,340 Z',
        body,
      ),
      shape('M450,636 H990 Q1000,684 950,684 H490 Q440,684 450,636 Z', shade),
      box(590, 300, 50, 60, shade, 10),
      box(800, 300, 50, 60, shade, 10),
      shape(
        'M440,330 C440,250 540,232 720,232 C900,232 1000,250 1000,330 Q1000,362 964,362 H892 Q862,362 860,330 C856,296 800,292 720,292 C640,292 584,296 580,330 Q578,362 548,362 H476 Q440,362 440,330 Z',
        shade,
      ),
      disc(x, y, 136, shade),
      disc(x, y, 124, dial),
      // Ten holes; the finger goes into the one beside the right one.
      ...row(10, (index) => {
        const [holeX, holeY] = onOval(x, y, 90, 90, -62 - index * 30)
        return disc(holeX, holeY, 20, index === 7 ? mark : hole)
      }),
      disc(x, y, 46, body),
      ring(x, y, 46, shade, 7),
    ]
  },
)
