import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, glow, ground, line, onOval, oval, polygon, row, shape } from '../shapes.ts'

const [x, y] = [720, 456]
const [wide, high] = [400, 196]

/** The moon in the well has the seven sides of a fifty-pence piece. */
export const well = drawing(
  'A village well with coins in a row on its rim; the moon in its water has seven sides, like a coin itself',
  {
    grass: grounds.fern,
    shade: ['#5a7f66', '#12211a'],
    wall: ['#c5b798', '#57513f'],
    joint: ['#9b8d6f', '#35301f'],
    rim: ['#e9dcc0', '#8a8068'],
    edge: ['#b3a486', '#4a4434'],
    water: inks.night,
    moon: inks.lamp,
    coin: inks.ochre,
    under: ['#8a6424', '#4f3a17'],
    wood: inks.brick,
    beam: ['#7c3425', '#6b2f23'],
    rope: inks.cream,
    pail: inks.slate,
    hoop: inks.ink,
  },
  (ink, theme) => [
    ground(ink.grass),
    oval(x + 40, 724, 480, 74, ink.shade),
    // The wall, its courses, the rim and the water.
    shape(`M${x - wide},${y} V640 C${x - wide},800 ${x + wide},800 ${x + wide},640 V${y} Z`, ink.wall),
    ...row(2, (course) => {
      const at = y + 84 + course * 92
      return line(
        `M${x - wide},${at} C${x - wide + 10},${at + 178} ${x + wide - 10},${at + 178} ${x + wide},${at}`,
        ink.joint,
        6,
      )
    }),
    ...[-300, -180, -60, 60, 180, 300].map((from, stone) =>
      line(`M${x + from},${[668, 690, 700, 700, 690, 668][stone]} v58`, ink.joint, 6),
    ),
    oval(x, y, wide, high, ink.rim),
    oval(x, y + 6, wide - 92, high - 50, ink.edge),
    oval(x, y + 22, wide - 96, high - 64, ink.water),
    theme === 'dark' ? glow(x, y + 26, 116, ink.moon, 0.1) : '',
    polygon(
      row(7, (corner) => onOval(x, y + 26, 92, 62, -90 + (corner * 360) / 7)),
      ink.moon,
    ),
    line(`M${x - 220},${y + 34} q50,42 120,52`, ink.moon, 5),
    line(`M${x + 150},${y + 86} q50,-14 76,-40`, ink.moon, 5),
    ...row(9, (index) => {
      const [coinX, coinY] = onOval(x, y + 4, wide - 46, high - 24, 34 + index * 14)
      return oval(coinX, coinY + 7, 31, 18, ink.under) + oval(coinX, coinY, 31, 18, ink.coin)
    }),
    // The windlass, with its pail wound up.
    box(x - 372, 60, 44, 404, ink.wood, 6),
    box(x + 328, 60, 44, 404, ink.wood, 6),
    box(x - 420, 96, 840, 46, ink.beam, 23),
    line(`M${x + 420},119 h56 v-64`, ink.beam, 18),
    ...row(4, (turn) => line(`M${x + 150 + turn * 20},96 l14,46`, ink.rope, 9)),
    line(`M${x + 188},142 V206`, ink.rope, 7),
    line(`M${x + 136},262 Q${x + 188},160 ${x + 240},262`, ink.hoop, 7),
    shape(`M${x + 130},256 H${x + 246} L${x + 230},352 H${x + 146} Z`, ink.pail),
    line(`M${x + 136},284 H${x + 240} M${x + 142},326 H${x + 234}`, ink.hoop, 7),
  ],
)
