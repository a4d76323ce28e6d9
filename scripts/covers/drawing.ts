/** Every drawing has a description in words, inks for both themes, and shapes from back to front. */

export const canvas = { width: 1440, height: 810 } as const

export type Theme = 'light' | 'dark'

/** A colour by day and its twin by night. */
export type Ink = readonly [light: string, dark: string]

export type Drawing = { alt: string; draw: (theme: Theme) => string }

/**
 * The important part lies between 315 and 1125, the square that a small card crops; a row of a list shows 180 to 1260.
 * Both twins are one composition: only inks differ, and what is lit at night.
 */
export function drawing<Name extends string>(
  alt: string,
  inks: Record<Name, Ink>,
  shapes: (ink: Record<Name, string>, theme: Theme) => readonly string[],
): Drawing {
  const draw = (theme: Theme) => {
    const mixed = Object.entries<Ink>(inks).map(([name, ink]) => [name, ink[theme === 'light' ? 0 : 1]])
    return shapes(Object.fromEntries(mixed) as Record<Name, string>, theme).join('\n')
  }
  return { alt, draw }
}
