import type { Metadata } from 'next'
import { filePaths } from '#contract/file-paths.ts'
import { parseUploadAddress } from '#contract/uploaded-pictures.ts'
import { site } from '#lib/site.ts'

const png = 'image/png'

/** The files of an icon: how long a side is, in pixels, and for what it is cut. */
export const iconFiles = {
  '32.png': { size: 32, for: 'tab' },
  '180.png': { size: 180, for: 'home-screen' },
  '192.png': { size: 192, for: 'tab' },
  '512.png': { size: 512, for: 'tab' },
  'maskable-192.png': { size: 192, for: 'launcher' },
  'maskable-512.png': { size: 512, for: 'launcher' },
} as const
export type IconFile = keyof typeof iconFiles

/** The icon that administrators have chosen; undefined if they have chosen none. */
export function chosenIcon(): ReturnType<typeof parseUploadAddress> {
  const { icon } = site()
  return icon === null ? undefined : parseUploadAddress(icon)
}

/** The address of a PNG of the site's icon, in the size of the file. */
export function iconPath(file: Exclude<IconFile, '32.png' | '180.png'>): string {
  const icon = chosenIcon()
  if (icon) return filePaths.siteIcon(icon.id, file)
  return file.startsWith('maskable') ? `/icons/${file}` : `/icons/icon-${file}`
}

/** The icons that a page names. */
export function iconLinks(): NonNullable<Metadata['icons']> {
  const icon = chosenIcon()
  if (!icon) return usualLinks
  const link = (file: IconFile) => {
    const { size } = iconFiles[file]
    return { url: filePaths.siteIcon(icon.id, file), sizes: `${size}x${size}`, type: png }
  }
  return { icon: [link('32.png'), link('192.png')], apple: [link('180.png')] }
}

const usualLinks = {
  icon: [
    { url: '/favicon.ico', sizes: '48x48', type: 'image/x-icon' },
    { url: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  apple: [{ url: '/apple-icon.png', sizes: '180x180', type: png }],
}
