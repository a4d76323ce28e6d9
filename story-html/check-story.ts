import { elements, htmlFault, parseTree } from './html-tree.ts'
import { plainText } from './plain-text.ts'

type Story = {
  title: string
  subTitle: string
  /** In the form that is stored. */
  html: string
  /** An address; empty if there is none. */
  storyImage: string
  /** The description of the story's picture. */
  imageAlt: string
}

export type StoryFinding =
  | { kind: 'no-title' }
  | { kind: 'no-text' }
  | { kind: 'no-story-image' }
  | { kind: 'story-image-without-alt' }
  | { kind: 'pictures-without-alt'; count: number }
  /** "To come": the writer's own mark for what is missing, with the words around each. */
  | { kind: 'to-come'; places: string[] }

/**
 * Finds faults to fix before publishing, and the paths of this site that the text links to, so that the caller
 * can check whether they exist. `origin` is the site's own, such as `https://example.com`.
 */
export function checkStory(story: Story, origin: string): { findings: StoryFinding[]; ownPaths: string[] } {
  const text = plainText(story.html)
  const tree = htmlFault(story.html) ? [] : parseTree(story.html)
  const pictures = elements(tree, 'img')
  const withoutAlt = pictures.filter(({ attributes }) => (attributes.alt ?? '').trim() === '').length
  const links = elements(tree, 'a').flatMap(({ attributes }) => attributes.href || [])
  const findings: StoryFinding[] = []
  if (story.title.trim() === '') findings.push({ kind: 'no-title' })
  if (text === '' && elements(tree, 'img', 'iframe').length === 0) findings.push({ kind: 'no-text' })
  if (story.storyImage.trim() === '') findings.push({ kind: 'no-story-image' })
  else if (story.imageAlt.trim() === '') findings.push({ kind: 'story-image-without-alt' })
  if (withoutAlt > 0) findings.push({ kind: 'pictures-without-alt', count: withoutAlt })
  const places = toCome([story.title, story.subTitle, text].join('\n'))
  if (places.length > 0) findings.push({ kind: 'to-come', places })
  return { findings, ownPaths: ownPaths(links, origin) }
}

const placesMost = 10

/** The editors' sign for text to come, repeated or not: `TK`, `TKTK`. */
function toCome(text: string): string[] {
  const found = text.matchAll(/[^\n]{0,30}(?<![\p{L}\p{N}])(?:TK)+(?![\p{L}\p{N}])[^\n]{0,30}/gu)
  return [...new Set([...found].map(([place]) => place.trim()))].slice(0, placesMost)
}

function ownPaths(links: string[], origin: string): string[] {
  const paths = links.flatMap((href) => {
    if (!URL.canParse(href, origin)) return []
    const url = new URL(href, origin)
    return url.origin === new URL(origin).origin ? [url.pathname] : []
  })
  return [...new Set(paths)]
}
