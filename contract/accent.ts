/** A colour and the text on it, as `#rrggbb`. */
type Pair = { accent: string; on: string }
/** The accent in light themes (sepia is one of them) and in the dark one. */
export type AccentPalette = { light: Pair; dark: Pair }

/** The usual green. Pages have it in `app/globals.css`, and sepia has a shade of its own. */
export const usualAccent: AccentPalette = {
  light: { accent: '#1b6b45', on: '#ffffff' },
  dark: { accent: '#7fd1a5', on: '#0b2417' },
}

/** Text on its ground has at least this contrast (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5

/** `--paper` and `--raised` of the light themes, sepia included, and of the dark one. */
export const accentGrounds = {
  light: ['#fbfaf6', '#ffffff', '#f4ebd6', '#fbf5e6'],
  dark: ['#15140f', '#1e1c17'],
} as const
/** Under the pointer a button is as opaque as this. */
const hoverOpacity = 0.9

/**
 * Makes the accent of both themes from one colour that `checkAccent` finds readable. In the dark it has the same hue, as
 * light as the usual green is there, on which dark text of that hue is readable. Without a colour: the usual green.
 * @param colour `#rrggbb`.
 */
export function accentPalette(colour: string | null): AccentPalette {
  if (colour === null) return usualAccent
  const { chroma, hue } = toOklch(colour)
  const isReadable = (accent: string) => lowestContrast({ accent, on }, accentGrounds.dark) >= leastContrast
  const on = toHex({ lightness: 0.24, chroma: Math.min(chroma, 0.04), hue })
  return {
    light: { accent: colour.toLowerCase(), on: '#ffffff' },
    dark: { accent: moveLightness({ lightness: 0.8, chroma, hue }, 1, isReadable), on },
  }
}

/**
 * Checks whether a colour can be the accent: as text and marks on every light ground, and as the ground of white text.
 * `ratio` is the lowest of these contrasts, and `nearest` the lightest colour of the same hue, at most as light, that is
 * readable: the colour itself if it is.
 * @param colour `#rrggbb`.
 */
export function checkAccent(colour: string): { isReadable: boolean; ratio: number; nearest: string } {
  const contrastOf = (accent: string) => lowestContrast({ accent, on: '#ffffff' }, accentGrounds.light)
  const ratio = contrastOf(colour)
  if (ratio >= leastContrast) return { isReadable: true, ratio, nearest: colour.toLowerCase() }
  const nearest = moveLightness(toOklch(colour), 0, (accent) => contrastOf(accent) >= leastContrast)
  return { isReadable: false, ratio, nearest }
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, “contrast ratio”). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The lowest contrast that the accent has on these grounds, and its text on the accent, under the pointer too. */
function lowestContrast({ accent, on }: Pair, grounds: readonly string[]): number {
  const ratios = grounds.flatMap((ground) => [
    contrast(accent, ground),
    contrast(on, mix(accent, ground, hoverOpacity)),
  ])
  return Math.min(...ratios, contrast(on, accent))
}

type Oklch = { lightness: number; chroma: number; hue: number }

/** The readable colour that is nearest to this one, on the way to a lightness that is readable: 0 or 1. */
function moveLightness(from: Oklch, end: 0 | 1, isReadable: (colour: string) => boolean): string {
  const colourAt = (lightness: number) => toHex({ ...from, lightness })
  if (isReadable(colourAt(from.lightness))) return colourAt(from.lightness)
  let [unreadable, readable] = [from.lightness, end as number]
  for (let round = 0; round < 12; round++) {
    const middle = (unreadable + readable) / 2
    if (isReadable(colourAt(middle))) readable = middle
    else unreadable = middle
  }
  return colourAt(readable)
}

function mix(colour: string, ground: string, share: number): string {
  const grounds = channels(ground)
  return hexOf(channels(colour).map((value, at) => value * share + (grounds[at] ?? 0) * (1 - share)))
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(toLinear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Red, green and blue from 0 to 1. */
function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
}

function hexOf(values: number[]): string {
  return `#${values
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

// The transfer function of sRGB (IEC 61966-2-1).
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const fromLinear = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

/** Björn Ottosson, “A perceptual color space for image processing” (2020), in polar coordinates; the hue is in radians. */
function toOklch(colour: string): Oklch {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(toLinear)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

/** The colour as `#rrggbb`; one that no screen shows gives up chroma, so that hue and lightness stay. */
function toHex({ lightness, chroma, hue }: Oklch): string {
  let [least, most] = [0, chroma]
  if (isShown(toSrgb({ lightness, chroma, hue }))) least = chroma
  while (most - least > 0.0005) {
    const middle = (least + most) / 2
    if (isShown(toSrgb({ lightness, chroma: middle, hue }))) least = middle
    else most = middle
  }
  return hexOf(toSrgb({ lightness, chroma: least, hue }).map((value) => Math.min(1, Math.max(0, value))))
}

function isShown(values: number[]): boolean {
  return values.every((value) => value > -0.0005 && value < 1.0005)
}

function toSrgb({ lightness, chroma, hue }: Oklch): number[] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map(fromLinear)
}
