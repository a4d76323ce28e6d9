const slugMost = 80
const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** The slug that a title or a name asks for: Latin letters, digits and hyphens; undefined if nothing of it is left. */
export function slugify(title: string): string | undefined {
  const plain = title
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (plain.length <= slugMost) return plain || undefined
  const cut = plain.slice(0, slugMost + 1)
  return cut.slice(0, cut.lastIndexOf('-') > slugMost / 2 ? cut.lastIndexOf('-') : slugMost)
}
