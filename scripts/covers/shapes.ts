/**
 * The large shapes that covers are composed of, as SVG, on a canvas of 1440 by 810.
 * Overlapping shapes multiply, as two printed inks would; `over` lays one on top instead, where that would turn black.
 */

export const canvas = { width: 1440, height: 810 }
const { width, height } = canvas

export type Colour = { name: string; hex: string }

const filled = ({ hex }: Colour) => `fill="${hex}" style="mix-blend-mode:multiply"`

export const over = (shape: string) => shape.replace('multiply', 'normal')
export const lightened = (shape: string) => over(shape).replace('/>', ' opacity="0.22"/>')
export const turned = (degrees: number, x: number, y: number, ...shapes: string[]) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${shapes.join('')}</g>`

export const disc = (x: number, y: number, r: number, ink: Colour) =>
  `<circle cx="${x}" cy="${y}" r="${r}" ${filled(ink)}/>`

/** Across the whole width, and beyond it, so that it may be turned. */
export const band = (top: number, bottom: number, ink: Colour) =>
  `<rect x="-200" y="${top}" width="${width + 400}" height="${bottom - top}" ${filled(ink)}/>`

/** Corners as `x,y` pairs: '0,600 1440,400 1440,810'. */
export const polygon = (corners: string, ink: Colour) => `<polygon points="${corners}" ${filled(ink)}/>`

/** `side` 1 bulges upwards, -1 downwards. */
export const halfDisc = (x: number, y: number, r: number, side: 1 | -1, ink: Colour) =>
  `<path d="M${x - r},${y} A${r},${r} 0 0 ${side === 1 ? 1 : 0} ${x + r},${y} Z" ${filled(ink)}/>`

/** An arch or a column: a round top on straight sides down to the foot of the canvas. */
export const roundTopped = (x: number, top: number, breadth: number, ink: Colour) => {
  const r = breadth / 2
  const curve = `V${top + r} A${r},${r} 0 0 1 ${x + r},${top + r}`
  return `<path d="M${x - r},${height} ${curve} V${height} Z" ${filled(ink)}/>`
}

export const leaf = (x: number, foot: number, length: number, breadth: number, ink: Colour) => {
  const tip = foot - length
  const middle = foot - length / 2
  const edges = `Q${x - breadth},${middle} ${x},${tip} Q${x + breadth},${middle} ${x},${foot}`
  return `<path d="M${x},${foot} ${edges} Z" ${filled(ink)}/>`
}
