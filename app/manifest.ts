import type { MetadataRoute } from 'next'
import { paths } from '#contract/paths.ts'
import { tags } from '#contract/tags.ts'
import { webEnv } from '#lib/env.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { siteDescription, siteLanguage } from '#lib/seo/site.ts'

export const dynamic = 'force-dynamic'

/** Below an icon there is room for twelve characters (W3C Manifest, app stores' advice). */
const shortNameMost = 12
const paper = '#fbfaf6'
const png = 'image/png'

/** The web app manifest (W3C), which makes the site installable. */
export default function manifest(): MetadataRoute.Manifest {
  noteTags([tags.site])
  const { PRODUCT_NAME } = webEnv()
  return {
    id: paths.home,
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME.length > shortNameMost ? (PRODUCT_NAME.split(/\s/)[0] ?? PRODUCT_NAME) : PRODUCT_NAME,
    description: siteDescription,
    lang: siteLanguage,
    dir: 'ltr',
    start_url: paths.home,
    scope: paths.home,
    display: 'standalone',
    // A manifest has one colour each; the pages' own `theme-color` follows the theme.
    background_color: paper,
    theme_color: paper,
    categories: ['books', 'magazines', 'news'],
    icons: [
      ...[192, 512].map((size) => icon('icon', size)),
      ...[192, 512].map((size) => ({ ...icon('maskable', size), purpose: 'maskable' as const })),
    ],
    shortcuts: [
      { name: 'Search', url: paths.search() },
      { name: 'Saved stories', url: paths.bookmarks },
      { name: 'Sudoku', url: paths.sudoku },
      { name: 'New story', url: paths.newStory },
    ].map((shortcut) => ({ ...shortcut, icons: [icon('icon', 192)] })),
  }
}

function icon(name: 'icon' | 'maskable', size: number) {
  return { src: `/icons/${name}-${size}.png`, sizes: `${size}x${size}`, type: png }
}
