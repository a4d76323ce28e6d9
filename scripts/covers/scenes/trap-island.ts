import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { ground, line, moved, onOval, ring, row, shape } from '../shapes.ts'

const boot =
  'M588,180 C610,140 680,158 720,146 C770,138 800,160 796,200 C786,260 806,310 796,360 C800,420 850,436 910,446 C980,456 1012,500 1000,550 C990,590 930,596 880,590 C830,588 800,580 774,560 C752,548 740,566 738,600 C730,628 640,632 606,612 C580,590 596,540 600,490 C606,430 588,380 598,320 C606,270 570,220 588,180 Z'

/** A place that does not exist, in the shape of a boot; the track of a ship closes round it like a snare. */
export const trapIsland = drawing(
  'An old sea chart with a green island in the shape of a boot, a goat on its hill, and a ship whose course closes round it like a snare',
  {
    sea: grounds.oat,
    rhumb: ['#d2bd8e', '#3d3626'],
    shoal: ['#d9cca6', '#39331f'],
    shadow: ['#a98f5c', '#14110a'],
    land: inks.fern,
    hill: ['#76a083', '#74a788'],
    top: ['#9bbb9a', '#97bd9c'],
    stream: inks.bone,
    course: inks.brick,
    ship: inks.letter,
    goat: inks.bone,
  },
  ({ sea, rhumb, shoal, shadow, land, hill, top, stream, course, ship, goat }) => [
    ground(sea),
    ...row(16, (index) => line(`M1190,650 L${onOval(1190, 650, 1500, 1500, index * 22.5).join(',')}`, rhumb, 3)),
    ring(1190, 650, 92, rhumb, 5),
    ring(1190, 650, 70, rhumb, 3),
    shape(`M1190,536 L1206,634 L1190,650 L1174,634 Z`, course),
    line(boot, shoal, 90),
    moved(30, 34, shape(boot, shadow)),
    shape(boot, land),
    shape('M628,210 C680,180 750,190 760,230 C768,290 740,330 700,340 C650,340 612,260 628,210 Z', hill),
    shape('M652,226 C690,206 730,216 734,244 C736,276 716,296 696,296 C666,294 640,250 652,226 Z', top),
    line('M690,330 C720,400 670,440 720,500 S820,510 870,590', stream, 9),
    // The goat.
    moved(
      698,
      206,
      shape('M-44,18 V-18 Q-44,-34 -24,-34 H22 L36,-58 L58,-48 L54,-26 L38,-18 V18 H26 V-2 H-32 V18 Z', goat),
      line('M40,-56 q-4,-20 -20,-26', goat, 6),
      line('M50,-26 v14', goat, 6),
    ),
    line(
      'M250,690 C330,560 380,420 440,240 C500,70 840,40 950,200 C1060,360 1130,500 1040,640 C960,740 640,730 520,620 C470,570 430,500 420,430',
      course,
      9,
      '1 24',
    ),
    // The ship.
    moved(
      250,
      690,
      shape('M-74,10 H74 Q60,52 30,52 H-36 Q-66,52 -74,10 Z', ship),
      line('M0,10 V-110', ship, 8),
      shape('M10,-104 Q86,-60 60,-8 H10 Z', course),
      shape('M-10,-90 Q-64,-50 -48,-8 H-10 Z', course),
    ),
  ],
)
