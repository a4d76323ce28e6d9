import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, ground, line, oval, row, shape } from '../shapes.ts'

const wave = 'c40,56 -40,92 0,150 c40,56 -40,92 0,150'

/** Every binder has had his rasher. */
export const baconBookmark = drawing(
  'A thick old book lies on a binder’s bench, and the bookmark that hangs out of it is a rasher of bacon',
  {
    wall: grounds.linen,
    bench: ['#b98d5a', '#3a2b1b'],
    front: ['#9b7243', '#281d12'],
    shadow: ['#94693a', '#1e150c'],
    cover: inks.green,
    spine: ['#14523a', '#2b6a4c'],
    page: ['#efe0bc', '#d3c4a0'],
    leaf: ['#cdbb8f', '#9d8f6e'],
    gold: inks.lamp,
    meat: ['#b8523f', '#ab4e3c'],
    fat: ['#f6dcc4', '#e3bfa2'],
    ticket: ['#a9c0c4', '#7f9aa1'],
  },
  ({ wall, bench, front, shadow, cover, spine, page, leaf, gold, meat, fat, ticket }) => [
    ground(wall),
    box(0, 560, 1440, 90, bench),
    box(0, 640, 1440, 170, front),
    oval(730, 566, 480, 30, shadow),
    // A bus ticket, and the book's block between its boards.
    box(930, 250, 60, 120, ticket, 4),
    box(330, 236, 760, 330, page),
    ...row(15, (index) => line(`M410,${258 + index * 20} H1090`, leaf, 4)),
    box(320, 200, 800, 46, cover, 10),
    box(320, 526, 800, 46, cover, 10),
    shape('M330,200 H400 V572 H330 Q270,386 330,200 Z', spine),
    line('M318,270 H398 M308,330 H398 M308,442 H398 M318,502 H398', gold, 9),
    // The rasher.
    shape(`M620,380 H780 ${wave} H620 c-40,-58 40,-94 0,-150 c-40,-58 40,-94 0,-150 Z`, meat),
    line(`M652,384 ${wave}`, fat, 26),
    line(`M712,384 ${wave}`, fat, 12),
    line(`M766,384 ${wave}`, fat, 22),
    box(560, 372, 280, 14, leaf),
  ],
)
