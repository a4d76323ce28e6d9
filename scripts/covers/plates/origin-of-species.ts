import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { byline, letters } from '../letters.ts'
import { disc, ground, line, moved, scaled, shape } from '../shapes.ts'

/** A rock dove, about 200 wide, its feet at the origin. */
const dove = (body: string, wing: string, eye: string) =>
  shape(
    'M-96,-26 L-168,-2 L-150,-34 C-120,-70 -84,-104 -20,-112 C20,-118 34,-134 44,-152 C56,-176 100,-176 106,-144 L132,-132 L106,-124 C104,-70 70,-18 8,-14 C-30,-12 -60,-16 -96,-26 Z',
    body,
  ) +
  shape('M-128,-34 C-90,-84 -30,-96 22,-76 C2,-40 -60,-26 -128,-34 Z', wing) +
  disc(84, -146, 6, eye) +
  line('M-6,-16 V0 M22,-18 V0', eye, 6)

/** The same bird, as breeders made it: a fan for a tail. */
const fantail = (body: string, wing: string, eye: string) =>
  shape('M-40,-60 L-150,-110 L-140,-150 L-112,-184 L-76,-204 L-40,-208 L-10,-190 Z', wing) + dove(body, body, eye)

/** And with its chest blown up. */
const pouter = (body: string, wing: string, eye: string) =>
  shape(
    'M-60,-20 L-120,16 L-104,-30 C-90,-90 -50,-120 -6,-126 L10,-190 C20,-216 60,-212 62,-186 L88,-176 L62,-168 C110,-130 96,-40 30,-24 C0,-16 -30,-14 -60,-20 Z',
    body,
  ) +
  shape('M-96,-28 C-76,-78 -40,-100 -10,-94 C-16,-54 -50,-24 -96,-28 Z', wing) +
  disc(42, -188, 6, eye) +
  line('M0,-20 V8 M24,-24 V8', eye, 6)

export const originOfSpecies = drawing(
  'A book’s title page: On the Origin of Species, by Charles Darwin; three fancy pigeons sit on a tree that grows from one rock dove',
  {
    paper: grounds.sage,
    branch: ['#4d5b45', '#56654d'],
    title: ['#1f3f31', '#e6ead6'],
    author: ['#8b3d2c', '#d88a6c'],
    first: inks.slate,
    firstWing: ['#44596a', '#3f5360'],
    second: inks.bone,
    secondWing: ['#d9cfb4', '#b7ad95'],
    third: inks.clay,
    thirdWing: ['#a4573a', '#93502f'],
    eye: inks.ink,
  },
  (ink) => [
    ground(ink.paper),
    line('M720,526 V430 C720,340 440,370 440,276 M720,430 V250 M720,430 C720,340 1000,370 1000,276', ink.branch, 18),
    line('M330,276 H550 M610,250 H830 M890,276 H1110 M620,526 H820', ink.branch, 18),
    moved(440, 267, fantail(ink.second, ink.secondWing, ink.eye)),
    moved(708, 233, pouter(ink.third, ink.thirdWing, ink.eye)),
    moved(1000, 267, scaled(-1, 1, 0, 0, fantail(ink.first, ink.firstWing, ink.eye))),
    moved(716, 517, dove(ink.first, ink.firstWing, ink.eye)),
    letters('On the Origin of Species', 720, 664, { size: 80, colour: ink.title, weight: 600, tracking: -1 }),
    byline('Charles Darwin', 720, 736, ink.author, 32),
  ],
)
