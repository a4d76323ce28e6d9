import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, ground, line, row, shape, turned } from '../shapes.ts'

/** More crosses than ticks, in the left pocket of the overalls; the pencil has no rubber. */
export const pocketBook = drawing(
  'A notebook with more crosses than ticks and a pencil look out of the pocket of a pair of blue overalls',
  {
    cloth: grounds.lake,
    pocket: ['#5d828c', '#22404a'],
    seam: ['#f3e2b4', '#b9a777'],
    button: inks.ochre,
    cover: inks.brick,
    page: ['#f9f2e2', '#d9cfb7'],
    rule: ['#c9d2c8', '#a8aa98'],
    cross: inks.brick,
    tick: inks.green,
    pencil: inks.lamp,
    wood: ['#e9cfa0', '#c9ac78'],
    lead: inks.ink,
  },
  ({ cloth, pocket, seam, button, cover, page, rule, cross, tick, pencil, wood, lead }) => [
    ground(cloth),
    line('M180,0 V810 M1260,0 V810', pocket, 60),
    line('M236,0 V810 M1204,0 V810', seam, 5, '22 16'),
    turned(
      -5,
      650,
      400,
      box(438, 70, 440, 640, cover, 16),
      box(462, 92, 400, 620, page, 6),
      ...row(4, (index) => line(`M500,${176 + index * 78} H690`, rule, 9)),
      line('M746,146 l50,50 M796,146 l-50,50', cross, 15),
      line('M746,224 l50,50 M796,224 l-50,50', cross, 15),
      line('M742,330 l22,24 l42,-54', tick, 15),
      line('M746,380 l50,50 M796,380 l-50,50', cross, 15),
    ),
    turned(
      7,
      960,
      400,
      box(926, 170, 62, 500, pencil),
      box(947, 170, 20, 500, button),
      shape('M926,172 L957,66 L988,172 Z', wood),
      shape('M946,104 L957,66 L968,104 Z', lead),
    ),
    shape('M370,470 H1090 V720 Q1090,760 1060,776 L760,830 H700 L400,776 Q370,760 370,720 Z', pocket),
    box(370, 452, 720, 58, pocket, 8),
    line('M392,530 H1068', seam, 6, '22 16'),
    line('M392,560 V716 Q392,742 416,750 L700,806 M1068,560 V716 Q1068,742 1044,750 L760,806', seam, 6, '22 16'),
  ],
)
