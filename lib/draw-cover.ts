import { numberOf } from '#contract/drawn-covers.ts'

/** A ground and two muted colours on it, by day and by night. */
type Palette = { day: Colours; night: Colours }
type Colours = readonly [ground: string, first: string, second: string]

const palettes: readonly Palette[] = [
  { day: ['#d3dac8', '#6f8a6a', '#c8714e'], night: ['#1e281f', '#46604a', '#a25b40'] },
  { day: ['#cdd9e0', '#51748c', '#dfb672'], night: ['#17222b', '#38576d', '#ab874b'] },
  { day: ['#dfd3dc', '#6d5070', '#d99f4c'], night: ['#231a26', '#5a4560', '#a97b3b'] },
  { day: ['#ebddbd', '#b6883c', '#43536a'], night: ['#272114', '#86662f', '#5a6d85'] },
  { day: ['#ecd6cb', '#b8695d', '#35706b'], night: ['#2a1c1a', '#8b4f47', '#3e7872'] },
  { day: ['#dcd7cb', '#8a8374', '#5d7349'], night: ['#21201b', '#625d52', '#687f53'] },
]

/** A path, in the first or the second colour. */
type Shape = readonly [ink: 0 | 1, path: string]
/** Shapes from back to front, on a sheet of 1440 × 810; what matters stands in its middle square, which small cards show. */
type Compose = (random: () => number) => readonly Shape[]

const compositions: readonly Compose[] = [
  // A disc above a hill.
  (random) => {
    const [x, y, top] = [between(random, 480, 960), between(random, 230, 380), between(random, 430, 560)]
    const hill = `M0 ${top + 110}C360 ${top - 60} 620 ${top - 40} 860 ${top + 60}S1260 ${top + 130} 1440 ${top}V810H0Z`
    return [
      [1, disc(x, y, between(random, 130, 200))],
      [0, hill],
    ]
  },
  // Two arches, one within the other.
  (random) => {
    const x = between(random, 560, 880)
    const [wide, low] = [between(random, 250, 310), between(random, 330, 420)]
    const narrow = between(random, 110, 160)
    return [
      [0, arch(x, low, wide)],
      [1, arch(x, low + 90, narrow)],
    ]
  },
  // One large disc hangs in from above, one rises from below, a small one goes between.
  (random) => {
    const [above, below] = [between(random, 280, 380), between(random, 230, 330)]
    const small = disc(between(random, 930, 1050), between(random, 140, 240), between(random, 55, 95))
    return [
      [0, disc(between(random, 430, 560), between(random, -20, 60), above)],
      [1, disc(between(random, 840, 960), between(random, 740, 840), below)],
      [1, small],
    ]
  },
  // Half discs, one on the other.
  (random) => {
    const [x, radius, shift] = [between(random, 620, 820), between(random, 250, 310), between(random, 40, 170)]
    const half = (cx: number, y: number) => `M${cx - radius} ${y}A${radius} ${radius} 0 0 1 ${cx + radius} ${y}Z`
    return [
      [0, half(x - shift, 730)],
      [1, half(x + shift, 710 - radius)],
    ]
  },
  // Leaning sheets.
  (random) => {
    const [x, lean, wide] = [between(random, 360, 460), between(random, 40, 220), between(random, 190, 270)]
    const sheet = (place: number, top: number) =>
      `M${x + place} 810l${lean} ${top - 810}h${wide}l${-lean} ${810 - top}Z`
    const tops = [between(random, 90, 240), between(random, 200, 460), between(random, 300, 560)]
    const [first = 0, second = 0, third = 0] = random() < 0.5 ? tops : tops.toReversed()
    return [
      [0, sheet(0, first)],
      [1, sheet(wide - 20, second)],
      [0, sheet(2 * wide - 40, third)],
    ]
  },
  // A disc half under water.
  (random) => {
    const [x, y, sea] = [between(random, 560, 880), between(random, 330, 440), between(random, 470, 560)]
    const wave = `M0 ${sea}Q180 ${sea - 70} 360 ${sea}T720 ${sea}T1080 ${sea}T1440 ${sea}V810H0Z`
    return [
      [1, disc(x, y, between(random, 190, 250))],
      [0, wave],
    ]
  },
]

/**
 * Draws a story's cover: two or three large shapes on a ground with a grain, no text. The same slug always gives the same
 * drawing, by day and by night. At most 2 KB of SVG, which needs no styles and no scripts.
 */
export function drawCover(slug: string, theme: 'day' | 'night'): string {
  const random = randomFrom(numberOf(slug))
  const [ground, ...colours] = oneOf(random, palettes)[theme]
  const inks = random() < 0.5 ? colours : colours.toReversed()
  const isMirrored = random() < 0.5
  const shapes = oneOf(random, compositions)(random).map(([ink, path]) => `<path fill="${inks[ink]}" d="${path}"/>`)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1440 810" width="1440" height="810" preserveAspectRatio="xMidYMid slice">',
    `<pattern id="g" width="180" height="180" patternUnits="userSpaceOnUse">${grain(random, theme)}</pattern>`,
    `<path fill="${ground}" d="M0 0h1440v810H0z"/>`,
    `<g${isMirrored ? ' transform="matrix(-1 0 0 1 1440 0)"' : ''}>${shapes.join('')}</g>`,
    '<path fill="url(#g)" d="M0 0h1440v810H0z"/></svg>',
  ].join('')
}

/** Dots rather than noise: they stay sharp, and cost a phone nothing to draw. */
function grain(random: () => number, theme: 'day' | 'night'): string {
  const dots = () =>
    Array.from({ length: 16 }, () => `M${between(random, 4, 176)} ${between(random, 4, 176)}h0`).join('')
  const layer = (colour: string, opacity: number) =>
    `<path stroke="${colour}" stroke-width="3" stroke-linecap="round" opacity="${opacity}" d="${dots()}"/>`
  return theme === 'day' ? layer('#fff', 0.3) + layer('#2a2018', 0.13) : layer('#fff', 0.07) + layer('#000', 0.28)
}

function oneOf<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T
}

function disc(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`
}

function arch(x: number, top: number, radius: number): string {
  return `M${x - radius} 810V${top}a${radius} ${radius} 0 0 1 ${2 * radius} 0V810Z`
}

function between(random: () => number, from: number, to: number): number {
  return Math.round(from + random() * (to - from))
}

/** A sequence of numbers from 0 to 1 that its seed decides (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
