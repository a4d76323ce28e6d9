import type { CSSProperties } from 'react'
import { accentPalette } from '#contract/accent.ts'

/**
 * The custom properties by which the root element overrides the green of the style sheets, in every theme: sepia is a
 * light one. A style attribute, because the security policy refuses style elements. Undefined for the usual green.
 */
export function accentStyle(accent: string | null): CSSProperties | undefined {
  if (accent === null) return undefined
  const { light, dark } = accentPalette(accent)
  const style = {
    '--green': `light-dark(${light.accent}, ${dark.accent})`,
    '--on-green': `light-dark(${light.on}, ${dark.on})`,
  }
  return style as CSSProperties
}
