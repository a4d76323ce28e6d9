/** Lines of type for the drawings, in the font that `draw-covers.ts` loads. */

type Style = { size: number; colour: string; weight?: number; tracking?: number; isItalic?: boolean; anchor?: Anchor }
type Anchor = 'start' | 'middle' | 'end'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** One line of type; `x` is its middle by default. */
export function letters(text: string, x: number, y: number, style: Style): string {
  const { size, colour, weight = 600, tracking = 0, isItalic = false, anchor = 'middle' } = style
  // Space behind the last letter counts for the middle as well.
  const shift = anchor === 'middle' ? tracking / 2 : 0
  return `<text x="${x + shift}" y="${y}" font-family="Source Serif 4" font-size="${size}" font-weight="${weight}"${
    isItalic ? ' font-style="italic"' : ''
  } letter-spacing="${tracking}" text-anchor="${anchor}" fill="${colour}">${escaped(text)}</text>`
}

/** An author's name as on a title page: capitals, letterspaced. */
export const byline = (name: string, x: number, y: number, colour: string, size = 30, anchor: Anchor = 'middle') =>
  letters(name.toUpperCase(), x, y, { size, colour, weight: 600, tracking: size * 0.2, anchor })
