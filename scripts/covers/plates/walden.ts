import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { byline, letters } from '../letters.ts'
import { box, disc, ground, line, oval, polygon, row, shape, within } from '../shapes.ts'

const pond = 'M0,392 H1440 V810 H0 Z'

/** The pond is an account book: ruled, with a red margin, and sounded to the foot. */
export const walden = drawing(
  'A book’s title page: Walden, by Henry David Thoreau; the pond under his hut is a ruled page of accounts with a plumb line hung into it',
  {
    sky: grounds.mist,
    wood: ['#3f6350', '#13261d'],
    shore: ['#2c4d3d', '#0e1c16'],
    page: ['#f4ead2', '#25231c'],
    rule: ['#a9c0c4', '#3f5158'],
    margin: inks.clay,
    title: ['#26231d', '#ebe2cf'],
    author: ['#1b6b45', '#8dc5a2'],
    hut: ['#8a5a3b', '#7b4f34'],
    roof: inks.ink,
    window: inks.lamp,
    smoke: inks.bone,
    cord: inks.brick,
    lead: inks.ink,
  },
  ({ sky, wood, shore, page, rule, margin, title, author, hut, roof, window, smoke, cord }, theme) => [
    ground(sky),
    ...row(15, (index) => {
      const [x, height] = [index * 106 - 30, 150 + ((index * 67) % 110)]
      return polygon(
        [
          [x - 70, 400],
          [x, 400 - height],
          [x + 70, 400],
        ],
        index % 2 ? wood : shore,
      )
    }),
    line('M800,196 C790,150 840,140 826,96 C816,66 850,50 846,24', smoke, 14),
    box(640, 270, 200, 124, hut),
    polygon(
      [
        [616, 278],
        [740, 180],
        [864, 278],
      ],
      roof,
    ),
    box(784, 190, 32, 60, hut),
    box(720, 306, 44, 48, window),
    box(0, 384, 1440, 14, shore),
    within(
      `<path d="${pond}"/>`,
      shape(pond, page),
      ...row(8, (index) => line(`M-10,${448 + index * 54} H1450`, rule, 3)),
    ),
    line('M360,398 V820 M372,398 V820', margin, 4),
    line('M1090,398 V640', theme === 'dark' ? margin : cord, 5),
    oval(1090, 668, 24, 34, theme === 'dark' ? margin : cord),
    disc(1090, 398, 10, roof),
    letters('Walden', 708, 608, { size: 206, colour: title, weight: 500, tracking: -2 }),
    byline('Henry David Thoreau', 712, 700, author, 30),
  ],
)
