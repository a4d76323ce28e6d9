import { box, disc, faded, line, oval, row, shape } from './shapes.ts'

// On middle grounds, so that one picture serves by day and by night; everything important is within the round crop.

const skin = { pale: '#eac3a2', warm: '#c98f63', brown: '#9a6340' }
const ink = '#26231d'

const shoulders = (coat: string) => shape('M60,660 C70,500 190,452 320,452 C450,452 570,500 580,660 Z', coat)
const neck = (colour: string) => shape('M262,380 H378 V470 Q320,520 262,470 Z', colour)
const face = (colour: string) =>
  shape('M198,240 Q198,130 320,130 Q442,130 442,240 V300 Q436,430 320,430 Q204,430 198,300 Z', colour)
const shade = (colour: string) => faded(0.14, shape('M320,130 Q442,130 442,240 V300 Q436,430 320,430 Z', colour))
const eyes = line('M252,292 q22,14 44,0 M344,292 q22,14 44,0', ink, 8)

/** On the night desk: a bob, a headset, and the moon behind her. */
const inesMoreau = () =>
  [
    box(0, 0, 640, 640, '#3d5a70'),
    disc(498, 140, 84, '#f0d48a'),
    shape('M166,430 C120,170 220,84 330,84 C450,84 520,190 474,430 Z', '#2a1f22'),
    neck('#d9ab88'),
    shoulders('#9d4432'),
    face(skin.pale),
    shade(ink),
    shape(
      'M190,300 C180,170 240,120 330,118 C420,120 456,190 450,300 C430,230 400,190 330,190 C260,196 212,220 190,300 Z',
      '#2a1f22',
    ),
    eyes,
    line('M318,300 q-14,34 6,38', '#b98060', 7),
    line('M290,372 q30,18 60,0', '#9d4432', 10),
    line('M186,300 C190,430 240,450 286,424', ink, 9),
    disc(186, 300, 34, '#1b1915'),
    disc(290, 422, 15, '#1b1915'),
  ].join('')

/** He repairs what is behind the panel: a cap, a grey beard, blue overalls. */
const henrikAasland = () =>
  [
    box(0, 0, 640, 640, '#c79a4a'),
    neck('#d3a07a'),
    shoulders('#5d828c'),
    line('M210,470 L240,640 M430,470 L400,640', '#3f626c', 44),
    face(skin.pale),
    shade(ink),
    shape(
      'M196,296 Q210,330 250,326 Q320,306 390,326 Q430,330 444,296 C452,420 420,500 320,500 C220,500 188,420 196,296 Z',
      '#b5ab9a',
    ),
    shape('M270,372 q50,-26 100,0 q-50,30 -100,0 Z', '#8a5a4a'),
    eyes,
    shape('M306,290 q14,-6 28,0 l8,44 q-22,14 -44,0 Z', '#d9a883'),
    shape('M180,226 Q180,96 320,96 Q460,96 460,226 Z', '#34505a'),
    shape('M170,214 H470 Q500,236 470,244 Q320,214 170,244 Q140,236 170,214 Z', '#263c44'),
  ].join('')

/** Twenty years of evening school: a plait over the shoulder, round glasses, a book held to the coat. */
const rukminiVaidya = () =>
  [
    box(0, 0, 640, 640, '#6f9479'),
    shape('M178,330 C150,150 230,86 320,86 C410,86 490,150 462,330 L450,440 H190 Z', '#2b2426'),
    neck('#84522f'),
    shoulders('#c8714e'),
    shape('M262,452 Q320,560 378,452 L430,462 Q320,640 210,462 Z', '#e3b25e'),
    face(skin.brown),
    shade(ink),
    shape(
      'M192,270 C196,160 250,120 320,118 C390,120 444,160 448,270 C420,210 370,180 320,150 C270,180 220,210 192,270 Z',
      '#2b2426',
    ),
    shape('M300,118 L320,160 L340,118 Z', '#b9b2a4'),
    disc(320, 222, 10, '#9d2f2a'),
    ...row(
      2,
      (index) =>
        `<circle cx="${270 + index * 100}" cy="292" r="38" fill="#f7efdd" fill-opacity="0.25" stroke="${ink}" stroke-width="8"/>`,
    ),
    line('M308,288 q12,-8 24,0', ink, 8),
    line('M252,296 q18,12 36,0 M352,296 q18,12 36,0', ink, 8),
    line('M288,374 q32,22 64,0', '#5f2a22', 10),
    ...row(5, (index) => oval(470 + (index % 2) * 6, 420 + index * 44, 34 - index * 2, 28, '#2b2426')),
  ].join('')

/** The pictures of the authors who have one, by their key. */
export const portraits: Record<string, () => string> = {
  'ines-moreau': inesMoreau,
  'henrik-aasland': henrikAasland,
  'rukmini-vaidya': rukminiVaidya,
}
