/** How many bytes of a file tell what it is. */
export const headBytes = 1_024

/** What a file is by how it begins; whatever its sender calls it. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'heic' | 'svg' | 'unknown'

export function pictureKindOf(head: Buffer): PictureKind {
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp'
  if (text.slice(4, 8) === 'ftyp') return kindOfBrands(head)
  return /<svg[\s/>]/i.test(text) ? 'svg' : 'unknown'
}

/** ISO/IEC 14496-12: after the size and `ftyp` come the brand, its version and the brands that it is compatible with. */
function kindOfBrands(head: Buffer): PictureKind {
  const brands = head.toString('latin1', 8, Math.min(head.readUInt32BE(0), head.length)).match(/.{4}/gs) ?? []
  if (brands.some((brand) => ['avif', 'avis'].includes(brand))) return 'avif'
  return brands.some((brand) => /^(hei|hev|mif1|msf1)/.test(brand)) ? 'heic' : 'unknown'
}
