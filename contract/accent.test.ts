import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { accentGrounds, accentPalette, checkAccent, contrast, leastContrast, usualAccent } from './accent.ts'

/** Failures print it, with the colour that fails. */
const seed = 20_260_728
const numRuns = 600
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const forAll = (expectOf: (colour: string) => void) => fc.assert(fc.property(colour, expectOf), { seed, numRuns })

const ratios = ({ accent, on }: { accent: string; on: string }, grounds: readonly string[]) => [
  contrast(on, accent),
  ...grounds.map((ground) => contrast(accent, ground)),
]

describe('for any colour', () => {
  test('an accepted one is readable on every ground of its theme, and under its text', () => {
    let accepted = 0
    forAll((asked) => {
      if (!checkAccent(asked).isReadable) return
      accepted++
      const { light, dark } = accentPalette(asked)
      expect(light.accent).toBe(asked)
      expect(Math.min(...ratios(light, accentGrounds.light))).toBeGreaterThanOrEqual(leastContrast)
      expect(Math.min(...ratios(dark, accentGrounds.dark))).toBeGreaterThanOrEqual(leastContrast)
    })
    expect(accepted).toBeGreaterThan(100)
  })

  test('the nearest one is accepted, and itself if it is readable already', () => {
    forAll((asked) => {
      const { isReadable, ratio, nearest } = checkAccent(asked)
      expect(checkAccent(nearest)).toMatchObject({ isReadable: true, nearest })
      expect(isReadable).toBe(ratio >= leastContrast)
      if (isReadable) expect(nearest).toBe(asked)
      // No darker than it must be.
      else expect(checkAccent(nearest).ratio).toBeLessThan(4.65)
    })
  })

  test('the nearest one and the dark one have its hue', () => {
    forAll((asked) => {
      const { nearest } = checkAccent(asked)
      const { dark } = accentPalette(nearest)
      for (const made of [nearest, dark.accent]) {
        // A grey has no hue, and one that is nearly black or grey a vague one.
        if (saturation(asked) < 0.25 || saturation(made) < 0.15) continue
        expect(Math.abs(hueDifference(asked, made))).toBeLessThan(40)
      }
    })
  })
})

test.each([
  ['#ffffff', false, '1.00'],
  ['#ff0000', false, '3.37'],
  ['#000000', true, '17.58'],
])('%s: readable is %s, at %s to 1', (asked, isReadable, ratio) => {
  const checked = checkAccent(asked)
  expect([checked.isReadable, checked.ratio.toFixed(2)]).toEqual([isReadable, ratio])
})

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#1b6b45', '#ffffff', 6.5],
])('the contrast of %s and %s is %d, as WCAG counts it', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1)
  expect(contrast(other, one)).toBeCloseTo(ratio, 1)
})

test('without a colour it is the usual green, as the style sheet has it; its dark twin is nearly what would be made', () => {
  expect(accentPalette(null)).toBe(usualAccent)
  const { light, dark } = usualAccent
  const styles = readFileSync('app/globals.css', 'utf8')
  expect(styles).toContain(`--green: light-dark(${light.accent}, ${dark.accent});`)
  expect(styles).toContain(`--on-green: light-dark(${light.on}, ${dark.on});`)
  expect(contrast(accentPalette(light.accent).dark.accent, dark.accent)).toBeLessThan(1.1)
})

test('the grounds are those of the style sheets', () => {
  const { light, dark } = accentGrounds
  const styles = readFileSync('app/globals.css', 'utf8')
  const [paper, raised, sepiaPaper, sepiaRaised] = light
  expect(styles).toContain(`--paper: light-dark(${paper}, ${dark[0]});`)
  expect(styles).toContain(`--raised: light-dark(${raised}, ${dark[1]});`)
  const sepia = readFileSync('app/styles/reading-settings.css', 'utf8')
  expect(sepia).toMatch(new RegExp(`--paper: ${sepiaPaper};\\s*--raised: ${sepiaRaised};`))
})

function saturation(colour: string): number {
  const values = channels(colour)
  return Math.max(...values) === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / Math.max(...values)
}

function hueDifference(one: string, other: string): number {
  const difference = hue(one) - hue(other)
  return ((difference + 540) % 360) - 180
}

/** In degrees, as HSL counts them: another measure than the one by which the colours were made. */
function hue(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  if (most === least) return 0
  const part = most - least
  if (most === red) return (60 * (green - blue)) / part
  return most === green ? 120 + (60 * (blue - red)) / part : 240 + (60 * (red - green)) / part
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
