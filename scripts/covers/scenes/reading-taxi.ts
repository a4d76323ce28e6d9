import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, faded, ground, line, row, shape } from '../shapes.ts'

/** Between two and five there are four fares, and the Count of Monte Cristo. */
export const readingTaxi = drawing(
  'A taxi waits at night with its lights on, and the sign on its roof is an open book that shines',
  {
    street: grounds.pine,
    road: ['#1b382b', '#0b1812'],
    house: ['#244737', '#0f2018'],
    beam: inks.lamp,
    car: inks.ochre,
    shade: ['#ad7a2a', '#9b6d2c'],
    glass: ['#1f3f31', '#12231b'],
    driver: inks.ink,
    tyre: inks.ink,
    hub: inks.bone,
    page: ['#fbf2d8', '#ffedb8'],
    text: ['#b9a373', '#a58a4d'],
  },
  ({ street, road, house, beam, car, shade, glass, driver, tyre, hub, page, text }, theme) => [
    ground(street),
    ...row(7, (index) => box(-40 + index * 220, 120 + ((index * 97) % 160), 180, 600, house)),
    box(0, 690, 1440, 120, road),
    faded(theme === 'dark' ? 0.2 : 0.28, shape('M720,230 L360,-40 H1080 Z', beam)),
    faded(theme === 'dark' ? 0.22 : 0.32, shape('M1130,560 L1460,500 V720 Z', beam)),
    // Body, roof, windows.
    shape(
      'M286,660 V560 Q290,500 372,490 L470,486 Q520,330 620,326 H850 Q930,330 988,486 L1090,500 Q1154,510 1154,580 V660 Z',
      car,
    ),
    box(286, 600, 868, 60, shade, 8),
    shape('M522,486 Q556,376 622,372 H706 V486 Z', glass),
    shape('M738,372 H842 Q898,378 934,486 H738 Z', glass),
    disc(800, 428, 27, driver),
    shape('M756,486 Q760,452 800,452 Q842,452 846,486 Z', driver),
    line('M722,380 V640', shade, 6),
    ...row(8, (index) => box(420 + index * 80, 540, 40, 20, driver) + box(460 + index * 80, 560, 40, 20, driver)),
    disc(1130, 560, 26, page),
    ...[450, 990].map((x) => disc(x, 662, 78, tyre) + disc(x, 662, 34, hub)),
    // The open book.
    box(700, 300, 40, 30, shade),
    shape(
      'M720,232 C670,196 590,196 540,216 V306 C590,288 670,288 720,318 C770,288 850,288 900,306 V216 C850,196 770,196 720,232 Z',
      page,
    ),
    line('M720,232 V316', text, 6),
    ...row(3, (index) =>
      line(
        `M572,${236 + index * 20} C610,${228 + index * 20} 650,${232 + index * 20} 690,${248 + index * 20} M868,${236 + index * 20} C830,${228 + index * 20} 790,${232 + index * 20} 750,${248 + index * 20}`,
        text,
        5,
      ),
    ),
  ],
)
