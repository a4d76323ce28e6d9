/** The vocabulary of the drawings: SVG elements as strings, from back to front. */

import { createHash } from 'node:crypto'

type Point = readonly [x: number, y: number]

export const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`

export const ground = (fill: string) => box(0, 0, 1440, 810, fill)

export const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`

export const oval = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`

/** A filled path. */
export const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`

/** A drawn path: round ends, no fill. `dash` as in SVG: '2 14'. */
export const line = (d: string, colour: string, width: number, dash = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${
    dash && ` stroke-dasharray="${dash}"`
  }/>`

export const ring = (x: number, y: number, r: number, colour: string, width: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${colour}" stroke-width="${width}"/>`

/** Corners in their order, joined by straight edges. */
export const polygon = (corners: readonly Point[], fill: string) =>
  `<polygon points="${corners.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" fill="${fill}"/>`

export const turned = (degrees: number, x: number, y: number, ...shapes: string[]) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${shapes.join('')}</g>`

export const moved = (x: number, y: number, ...shapes: string[]) =>
  `<g transform="translate(${x} ${y})">${shapes.join('')}</g>`

/** About the point `x`, `y`; a negative factor mirrors. */
export const scaled = (factorX: number, factorY: number, x: number, y: number, ...shapes: string[]) =>
  `<g transform="translate(${x} ${y}) scale(${factorX} ${factorY}) translate(${-x} ${-y})">${shapes.join('')}</g>`

export const faded = (opacity: number, ...shapes: string[]) => `<g opacity="${opacity}">${shapes.join('')}</g>`

/** Only what lies on the outline, which is a shape itself. */
export const within = (outline: string, ...shapes: string[]) => {
  const id = `c${createHash('sha256').update(outline).digest('hex').slice(0, 10)}`
  return `<clipPath id="${id}">${outline}</clipPath><g clip-path="url(#${id})">${shapes.join('')}</g>`
}

/** A lamp's light: three flat haloes, no gradient, as a printer would lay them. */
export const glow = (x: number, y: number, r: number, colour: string, strength = 0.14) =>
  [1, 0.72, 0.46].map((share) => faded(strength, disc(x, y, round(r * share), colour))).join('')

export const row = <Shape>(count: number, shapeAt: (index: number) => Shape): Shape[] =>
  Array.from({ length: count }, (_, index) => shapeAt(index))

/** A point at an angle (0 is right, 90 is down) on an oval. */
export const onOval = (x: number, y: number, rx: number, ry: number, degrees: number): [number, number] => {
  const angle = (degrees * Math.PI) / 180
  return [round(x + rx * Math.cos(angle)), round(y + ry * Math.sin(angle))]
}

export const round = (value: number) => Math.round(value * 10) / 10
