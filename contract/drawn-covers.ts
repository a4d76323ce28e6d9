/** Grows with every change of how covers are drawn: browsers keep a drawing for a year, by its address. */
const edition = 1
export const drawnCoverFolder = '/drawn-covers/'
const slugMost = 200

/** The address of the cover that is drawn for a story without a picture; its twin has `.dark` before `.svg`. */
export function drawnCoverPath(slug: string): string {
  return `${drawnCoverFolder}${encodeURIComponent(slug)}-${markOf(slug)}.svg`
}

/** A story's picture: its own, or the cover that is drawn for it. */
export function coverOf({ slug, story_image }: { slug: string; story_image?: string | null | undefined }): string {
  return story_image || drawnCoverPath(slug)
}

/** The two addresses of a drawn cover, for the light and the dark; undefined for any other address. */
export function drawnTwins(url: string): { light: string; dark: string } | undefined {
  if (!url.startsWith(drawnCoverFolder) || !url.endsWith('.svg')) return undefined
  return { light: url, dark: url.replace(/\.svg$/, '.dark.svg') }
}

/** Reads the address of a drawn cover; undefined if it isn't one that we wrote. */
export function parseDrawnCover(path: string): { slug: string; isDark: boolean } | undefined {
  const [, name = '', mark, dark] = /^\/drawn-covers\/([^/]+)-([0-9a-z]+)(\.dark)?\.svg$/.exec(path) ?? []
  const slug = decoded(name)
  if (!slug || slug.length > slugMost || mark !== markOf(slug)) return undefined
  return { slug, isDark: dark !== undefined }
}

/** A 32-bit number from a text, the same everywhere (FNV-1a, with a final mix so that similar slugs differ). */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function markOf(slug: string): string {
  return numberOf(`${edition} ${slug}`).toString(36)
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}
