import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, ground, line, moved, oval, shape, turned } from '../shapes.ts'

/** Four moments of one fall: half a turn is all that the height of a table leaves time for. */
export const toast = drawing(
  'A slice of toast slides off a table in four moments, turns halfway round, and lands on its butter',
  {
    wall: grounds.fern,
    floor: ['#54775f', '#101d17'],
    table: inks.brick,
    edge: ['#7c3425', '#6d2e21'],
    crust: ['#8a5a2b', '#80562c'],
    bread: ['#e3bd7c', '#c99f5f'],
    butter: ['#f7dc7a', '#ffe08a'],
    path: inks.bone,
    plate: inks.bone,
  },
  ({ wall, floor, table, edge, crust, bread, butter, path, plate }) => {
    const slice = (x: number, y: number, degrees: number) =>
      turned(
        degrees,
        x,
        y,
        moved(
          x,
          y,
          shape('M-130,-6 Q-130,-26 -110,-26 H110 Q130,-26 130,-6 V16 Q130,34 112,34 H-112 Q-130,34 -130,16 Z', crust),
          shape('M-116,-26 H116 V10 Q116,22 102,22 H-102 Q-116,22 -116,10 Z', bread),
          shape('M-118,-46 Q-124,-24 -112,-22 H112 Q124,-24 118,-46 Q0,-56 -118,-46 Z', butter),
        ),
      )
    return [
      ground(wall),
      box(0, 700, 1440, 110, floor),
      box(120, 262, 60, 450, edge),
      box(0, 216, 520, 56, table),
      box(0, 252, 520, 20, edge),
      oval(190, 208, 150, 16, plate),
      line('M560,160 C760,150 900,260 930,440 S900,600 880,640', path, 7, '1 22'),
      slice(505, 190, 14),
      slice(800, 250, 62),
      slice(945, 452, 122),
      turned(
        0,
        880,
        690,
        shape(
          'M700,716 Q880,692 1070,716 Q1080,734 1020,728 Q960,742 880,730 Q800,744 740,730 Q690,734 700,716 Z',
          butter,
        ),
      ),
      slice(880, 668, 180),
    ]
  },
)
