import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImageResponse } from 'next/og'
import { categoryName } from '#contract/categories.ts'
import type { ContentCard } from '#contract/contents.ts'
import { webEnv } from '#lib/env.ts'

const size = { width: 1200, height: 630 }
const colours = { paper: '#FBFAF6', ink: '#1D1B16', soft: '#57534A', green: '#1B6B45' }
const longestTitle = 140

let font: Promise<Buffer> | undefined

/** The picture that other sites show for a story: its title on paper, 1200 × 630, PNG. */
export async function shareImage(story: ContentCard): Promise<Response> {
  // By the working folder: the bundler moves this file, not the packages.
  font ??= readFile(
    join(process.cwd(), 'node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff'),
  )
  const { PRODUCT_NAME } = webEnv()
  const title =
    [...story.title].length > longestTitle ? `${[...story.title].slice(0, longestTitle).join('')}…` : story.title
  const image = new ImageResponse(
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: 72,
        background: colours.paper,
        color: colours.ink,
        fontFamily: 'Source Serif 4',
        borderBottom: `20px solid ${colours.green}`,
      }}
    >
      <div style={{ display: 'flex', fontSize: 32, color: colours.green }}>
        {categoryName(story.category, PRODUCT_NAME)}
      </div>
      <div
        style={{ display: 'flex', fontSize: title.length > 70 ? 60 : 80, lineHeight: 1.1, letterSpacing: '-0.015em' }}
      >
        {title}
      </div>
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 32, color: colours.soft }}>
        <span>{story.author_name || story.author}</span>
        <span>{PRODUCT_NAME}</span>
      </div>
    </div>,
    { ...size, fonts: [{ name: 'Source Serif 4', data: await font, weight: 600, style: 'normal' }] },
  )
  return new Response(await image.arrayBuffer(), { headers: { 'content-type': 'image/png' } })
}
