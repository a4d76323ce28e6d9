import { drawing } from '../drawing.ts'
import { grounds, inks } from '../inks.ts'
import { box, disc, ground, line, moved, oval, scaled, shape } from '../shapes.ts'

/** It comes to a hundred elephants. */
export const weighedCloud = drawing(
  'A pair of scales: a small white cloud weighs down one pan, and an elephant goes up in the other',
  {
    sky: grounds.mist,
    hill: ['#9db5a4', '#13201f'],
    brass: ['#a8742c', '#c08f42'],
    beam: ['#7d5522', '#8f6628'],
    cloud: ['#fbf6e9', '#dcd8ca'],
    under: ['#dfe0d2', '#a7aba4'],
    elephant: inks.slate,
    ear: ['#49606f', '#435a66'],
    tusk: inks.bone,
    eye: inks.ink,
  },
  ({ sky, hill, brass, beam, cloud, under, elephant, ear, tusk, eye }) => [
    ground(sky),
    oval(720, 860, 1100, 170, hill),
    scaled(
      0.88,
      0.88,
      720,
      740,
      box(704, 160, 32, 560, brass),
      shape('M560,740 Q720,660 880,740 Z', brass),
      // The beam leans to the cloud.
      line('M400,250 L1040,120', beam, 24),
      disc(720, 185, 36, brass),
      line('M400,250 L270,560 M400,250 L530,560', beam, 7),
      line('M1040,120 L910,400 M1040,120 L1170,400', beam, 7),
      shape('M226,556 H574 Q540,640 400,640 Q260,640 226,556 Z', brass),
      shape('M866,396 H1214 Q1180,480 1040,480 Q900,480 866,396 Z', brass),
      disc(310, 490, 74, under),
      disc(500, 484, 80, under),
      disc(400, 420, 112, cloud),
      disc(312, 470, 76, cloud),
      disc(494, 466, 80, cloud),
      box(262, 480, 290, 76, cloud, 38),
      box(262, 528, 290, 30, under, 15),
      moved(
        1046,
        396,
        scaled(
          1.12,
          1.12,
          0,
          0,
          shape(
            'M-96,0 V-86 C-96,-150 -40,-170 10,-164 C50,-190 104,-172 112,-124 C120,-88 116,-70 118,-34 C120,-14 138,-14 138,-30 H152 C154,8 100,14 98,-30 C98,-52 92,-66 80,-72 L70,-60 V0 H34 V-44 H-46 V0 Z',
            elephant,
          ),
          shape('M24,-150 C60,-164 78,-130 66,-96 C58,-72 26,-74 18,-96 C12,-116 10,-144 24,-150 Z', ear),
          line('M-94,-100 q-22,18 -20,56', elephant, 9),
          line('M92,-62 q22,8 34,-10', tusk, 9),
          disc(92, -122, 6, eye),
        ),
      ),
    ),
  ],
)
