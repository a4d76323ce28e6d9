/**
 * What covers show: each composition is two or three large shapes, and knows how to say in words what it shows.
 * Pure: the same dice throw the same drawing. What matters stays in the middle, because small cards crop to 4:3.
 */
import * as draw from './shapes.ts'

type Inks = { main: draw.Colour; other: draw.Colour }
export type Dice = { between: (least: number, most: number) => number; pick: <T>(choices: readonly T[]) => T }
type Drawing = { shapes: string[]; alt: string }

const { width, height } = draw.canvas
const centre = { x: width / 2, y: height / 2 }

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const one = ({ name }: draw.Colour) => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`

export const compositions: readonly ((inks: Inks, dice: Dice) => Drawing)[] = [
  function discsOverSlope({ main, other }, dice) {
    const r = dice.between(190, 240)
    const offset = (r * dice.between(1, 1.3)) / 2
    const y = dice.between(300, 360)
    const discs = [
      draw.disc(centre.x - offset, y, r, main),
      draw.disc(centre.x + offset, y - dice.between(-40, 60), r, main),
    ]
    const edge = `0,${dice.between(620, 700)} ${width},${dice.between(400, 520)}`
    return {
      shapes: [...discs, draw.polygon(`${edge} ${width},${height} 0,${height}`, other)],
      alt: `Two overlapping ${main.name} discs above ${one(other)} slope`,
    }
  },
  function sunOverSea({ main, other }, dice) {
    const x = dice.between(540, 900)
    const horizon = dice.between(410, 540)
    const r = dice.between(200, 300)
    const onShore = dice.pick([true, false])
    const below = onShore
      ? draw.over(draw.band(dice.between(650, 700), height, main))
      : draw.lightened(draw.halfDisc(x, horizon, r * 0.8, -1, main))
    const view = onShore ? 'seen from the shore' : 'and its reflection'
    return {
      shapes: [draw.halfDisc(x, horizon, r, 1, main), draw.band(horizon, height, other), below],
      alt: `${capital(one(main))} sun half set in ${one(other)} sea, ${view}`,
    }
  },
  function archInArch({ main, other }, dice) {
    const x = dice.between(560, 660)
    const breadth = dice.between(480, 580)
    const outer = draw.roundTopped(x, dice.between(110, 170), breadth, other)
    const inner = draw.over(draw.roundTopped(x, dice.between(380, 440), breadth / 2, main))
    const moonX = x + breadth / 2 + dice.between(150, 190)
    return {
      shapes: [outer, inner, draw.disc(moonX, dice.between(230, 300), dice.between(80, 110), main)],
      alt: `${capital(one(main))} arch inside a taller ${other.name} one, with a small disc beside them`,
    }
  },
  function stairUnderDisc({ main, other }, dice) {
    const steps = dice.pick([4, 5, 6])
    const treads = Array.from({ length: steps }, (_, step) => {
      const y = height - 60 - (480 / steps) * (step + 0.4)
      return `${(step * width) / steps},${y} ${((step + 1) * width) / steps},${y}`
    })
    const sun = draw.disc(dice.between(470, 560), dice.between(250, 290), dice.between(150, 200), main)
    return {
      shapes: [sun, draw.polygon(`${treads.join(' ')} ${width},${height} 0,${height}`, other)],
      alt: `${capital(one(other))} stair climbing past ${one(main)} disc`,
    }
  },
  function crossedLeaves({ main, other }, dice) {
    const foot = dice.between(730, 760)
    const tilt = dice.between(22, 34)
    const long = draw.leaf(750, foot, 660, dice.between(260, 340), main)
    const short = draw.leaf(690, foot, dice.between(520, 620), dice.between(260, 340), other)
    return {
      shapes: [draw.turned(-tilt, 750, foot, long), draw.turned(tilt, 690, foot, short)],
      alt: `Two broad leaves, one ${main.name} and one ${other.name}, crossing at the foot`,
    }
  },
  function slippedHalves({ main, other }, dice) {
    const r = dice.between(260, 310)
    const slip = dice.between(90, 200)
    const upper = draw.halfDisc(centre.x - slip, centre.y, r, 1, main)
    const lower = draw.halfDisc(centre.x + slip, centre.y, r, -1, other)
    return {
      shapes: [draw.turned(dice.between(-34, 34), centre.x, centre.y, upper, lower)],
      alt: `Two half discs, ${main.name} above and ${other.name} below, slipped apart along one line`,
    }
  },
  function crossingSlopes({ main, other }, dice) {
    const near = `0,${dice.between(280, 380)} ${dice.between(1050, 1250)},${height} 0,${height}`
    const far = `${width},${dice.between(200, 320)} ${dice.between(240, 420)},${height} ${width},${height}`
    const sun = draw.disc(dice.between(640, 740), dice.between(200, 240), dice.between(100, 130), main)
    return {
      shapes: [sun, draw.polygon(far, main), draw.polygon(near, other)],
      alt: `${capital(one(main))} sun between two crossing slopes, one ${main.name} and one ${other.name}`,
    }
  },
  function bandAcrossDisc({ main, other }, dice) {
    const half = dice.between(65, 95)
    const ribbon = draw.band(centre.y - half, centre.y + half, other)
    const disc = draw.disc(dice.between(640, 800), centre.y, dice.between(270, 310), main)
    return {
      shapes: [disc, draw.turned(dice.between(-22, -12), centre.x, centre.y, ribbon)],
      alt: `A large ${main.name} disc crossed by a slanting ${other.name} band`,
    }
  },
  function discOverHill({ main, other }, dice) {
    const sun = draw.disc(dice.between(720, 820), dice.between(270, 330), dice.between(180, 220), main)
    return {
      shapes: [sun, draw.disc(180, height + 20, dice.between(620, 700), other)],
      alt: `${capital(one(other))} hill rounding up from the corner, and ${one(main)} disc above its shoulder`,
    }
  },
  function threeColumns({ main, other }, dice) {
    const breadth = dice.between(220, 270)
    const tops = dice.pick(['150 290 430', '430 150 290', '290 150 430', '150 430 290']).split(' ').map(Number)
    const columns = tops.map((top, i) => {
      const x = centre.x + (i - 1) * (breadth + 26)
      return draw.roundTopped(x, top + dice.between(-50, 50), breadth, i === 1 ? other : main)
    })
    return {
      shapes: columns,
      alt: `Three round-topped columns of different heights, ${main.name}, ${other.name} and ${main.name}`,
    }
  },
  function discInBowl({ main, other }, dice) {
    const r = dice.between(260, 330)
    const table = dice.between(650, 720)
    const fruit = draw.disc(dice.between(600, 840), table - r - dice.between(20, 90), dice.between(120, 180), main)
    return {
      shapes: [fruit, draw.halfDisc(centre.x, table - r, r, -1, other), draw.band(table, height, main)],
      alt: `${capital(one(main))} disc in ${one(other)} bowl, on a table of the same ${main.name}`,
    }
  },
  function leafOnHill({ main, other }, dice) {
    const x = dice.between(620, 820)
    const leaf = draw.leaf(x, 640, dice.between(500, 560), dice.between(230, 300), main)
    const hill = draw.disc(x + dice.between(-60, 60), 1180, dice.between(600, 660), other)
    return {
      shapes: [draw.turned(dice.between(-12, 12), x, 640, leaf), hill],
      alt: `A single ${main.name} leaf standing on a round ${other.name} hill`,
    }
  },
]
