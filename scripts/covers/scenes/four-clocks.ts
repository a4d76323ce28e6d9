import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { disc, ground, line, onOval, ring, row } from '../shapes.ts'

type Clock = { x: number; y: number; r: number; hour: number; minute: number }

const clocks: readonly Clock[] = [
  { x: 545, y: 300, r: 226, hour: 10, minute: 8 },
  { x: 925, y: 255, r: 158, hour: 10, minute: 21 },
  { x: 905, y: 590, r: 190, hour: 9, minute: 47 },
  { x: 520, y: 660, r: 120, hour: 10, minute: 34 },
]

/** With four clocks the foreman knew how much he did not know. */
export const fourClocks = drawing(
  'Four round clocks on one wall, each of another colour, and no two of them showing the same time',
  {
    wall: grounds.ochre,
    shadow: ['#b98a3c', '#1f1709'],
    first: inks.bone,
    second: inks.brick,
    third: inks.night,
    fourth: inks.fern,
    dark: inks.ink,
    pale: inks.bone,
    red: inks.brick,
  },
  (ink) => {
    const faces = [
      [ink.first, ink.dark],
      [ink.second, ink.pale],
      [ink.third, ink.pale],
      [ink.fourth, ink.pale],
    ] as const
    return [
      ground(ink.wall),
      ...clocks.flatMap(({ x, y, r, hour, minute }, index) => {
        const [face, hand] = faces[index] ?? faces[0]
        const tip = (turn: number, length: number) => onOval(x, y, r * length, r * length, turn * 360 - 90)
        const to = (turn: number, length: number) => `M${x},${y} L${tip(turn, length).join(',')}`
        return [
          disc(x + r * 0.09, y + r * 0.11, r, ink.shadow),
          disc(x, y, r, face),
          ring(x, y, r * 0.9, hand, r * 0.02),
          ...row(12, (mark) =>
            line(
              `M${tip(mark / 12, 0.82).join(',')} L${tip(mark / 12, mark % 3 ? 0.76 : 0.68).join(',')}`,
              hand,
              r * 0.035,
            ),
          ),
          line(to((hour + minute / 60) / 12, 0.46), hand, r * 0.085),
          line(to(minute / 60, 0.7), hand, r * 0.05),
          disc(x, y, r * 0.075, index === 0 ? ink.red : hand),
        ]
      }),
    ]
  },
)
