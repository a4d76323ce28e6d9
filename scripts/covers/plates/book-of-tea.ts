import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { byline, letters } from '../letters.ts'
import { box, ground, line, shape, within } from '../shapes.ts'

const bowl = 'M290,210 H1150 C1150,470 1010,640 880,660 H560 C430,640 290,470 290,210 Z'

/** A great bowl, and very little tea in it. */
export const bookOfTea = drawing(
  'A book’s title page: The Book of Tea, by Okakura Kakuzō, written in a great bowl with a little green tea at its bottom',
  {
    mat: grounds.sage,
    weave: ['#a6b394', '#26332a'],
    edge: ['#37473a', '#0f1712'],
    glaze: ['#f4ead2', '#2f2c25'],
    shade: ['#e3d4b1', '#26231d'],
    rim: ['#8a5a3b', '#a06b48'],
    tea: ['#6f8f45', '#7fa04f'],
    foam: ['#94ae66', '#9bb96b'],
    foot: ['#8a5a3b', '#7b5138'],
    title: ['#33291f', '#efe5cf'],
    author: ['#4f6b32', '#a9c47c'],
    gold: inks.ochre,
  },
  ({ mat, weave, edge, glaze, shade, rim, tea, foam, foot, title, author, gold }) => [
    ground(mat),
    ...Array.from({ length: 17 }, (_, index) => line(`M0,${30 + index * 44} H1440`, weave, 3)),
    box(0, 724, 1440, 86, edge),
    box(0, 716, 1440, 8, gold),
    shape('M560,640 H880 L900,724 H540 Z', foot),
    within(
      `<path d="${bowl}"/>`,
      shape(bowl, glaze),
      shape('M1000,210 H1150 C1150,470 1010,640 880,660 H700 C900,620 1000,460 1000,210 Z', shade),
      box(280, 574, 880, 100, tea),
      box(280, 574, 880, 14, foam),
    ),
    line('M290,210 H1150', rim, 22),
    // Mended with gold, as a bowl is that has been broken.
    line('M1092,214 L1066,252 L1094,292 L1072,330', gold, 7),
    letters('The Book of Tea', 712, 392, { size: 104, colour: title, weight: 500, tracking: -1 }),
    byline('Okakura Kakuzō', 712, 470, author, 31),
  ],
)
