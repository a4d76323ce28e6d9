import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { byline, letters } from '../letters.ts'
import { box, disc, ground, line, moved, polygon, shape } from '../shapes.ts'

/** The sword stays in its sheath so long that a bird sits on it. */
export const artOfWar = drawing(
  'A book’s title page: The Art of War, by Sun Tzu; a sheathed sword stands between the words and a small bird sits on its hilt',
  {
    lacquer: grounds.brick,
    sheath: inks.ink,
    band: inks.ochre,
    grip: ['#2e4a3d', '#2a4a3b'],
    cord: inks.lamp,
    letter: ['#f7efdd', '#ecdfc6'],
    author: ['#f4cf73', '#e3b45c'],
    bird: inks.bone,
    wing: ['#d8cbb0', '#b5aa90'],
    beak: inks.ochre,
    eye: inks.ink,
  },
  ({ lacquer, sheath, band, grip, cord, letter, author, bird, wing, beak, eye }) => [
    ground(lacquer),
    box(690, 340, 60, 520, sheath, 6),
    box(684, 340, 72, 34, band, 4),
    box(684, 600, 72, 26, band, 4),
    shape('M620,318 Q720,290 820,318 L800,352 H640 Z', band),
    box(698, 182, 44, 132, grip, 8),
    line('M700,208 l40,24 M700,236 l40,24 M700,264 l40,24', cord, 5),
    disc(720, 176, 32, band),
    line('M720,206 C660,250 650,330 664,420', cord, 7),
    polygon(
      [
        [654, 416],
        [676, 416],
        [690, 520],
        [640, 520],
      ],
      cord,
    ),
    moved(
      724,
      146,
      shape(
        'M-60,-4 L-112,14 L-92,-20 C-70,-58 -30,-62 0,-64 C6,-94 52,-94 54,-62 L76,-54 L54,-46 C48,-12 20,2 -14,2 C-30,2 -46,0 -60,-4 Z',
        bird,
      ),
      shape('M-76,-16 C-56,-46 -24,-52 4,-42 C-6,-18 -36,-6 -76,-16 Z', wing),
      shape('M52,-62 L78,-54 L52,-48 Z', beak),
      disc(34, -64, 5, eye),
    ),
    letters('The Art', 654, 594, { size: 106, colour: letter, weight: 500, anchor: 'end', tracking: -1 }),
    letters('of War', 786, 594, { size: 106, colour: letter, weight: 500, anchor: 'start', tracking: -1 }),
    byline('Sun', 652, 664, author, 34, 'end'),
    byline('Tzu', 790, 664, author, 34, 'start'),
  ],
)
