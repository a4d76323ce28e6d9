import type { MetadataRoute } from 'next'
import { paths } from '#contract/paths.ts'
import { tags } from '#contract/tags.ts'
import { noteTags } from '#lib/renderer/render-context.ts'
import { siteLanguage } from '#lib/seo/site.ts'
import { iconFiles, iconPath } from '#lib/seo/site-icon.ts'
import { site } from '#lib/site.ts'

export const dynamic = 'force-dynamic'

/** Below an icon there is room for twelve characters (W3C Manifest, app stores' advice). */
const shortNameMost = 12
const paper = '#fbfaf6'

/** The web app manifest (W3C), which makes the site installable. */
export default function manifest(): MetadataRoute.Manifest {
  noteTags([tags.site])
  const { name, tagline } = site()
  return {
    id: paths.home,
    name,
    short_name: name.length > shortNameMost ? (name.split(/\s/)[0] ?? name) : name,
    description: tagline,
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
      ...(['192.png', '512.png'] as const).map(icon),
      ...(['maskable-192.png', 'maskable-512.png'] as const).map((file) => ({
        ...icon(file),
        purpose: 'maskable' as const,
      })),
    ],
    shortcuts: [
      { name: 'Search', url: paths.search() },
      { name: 'Saved stories', url: paths.bookmarks },
      { name: 'Sudoku', url: paths.sudoku },
      { name: 'New story', url: paths.newStory },
    ].map((shortcut) => ({ ...shortcut, icons: [icon('192.png')] })),
  }
}

function icon(file: Parameters<typeof iconPath>[0]) {
  const { size } = iconFiles[file]
  return { src: iconPath(file), sizes: `${size}x${size}`, type: 'image/png' }
}
