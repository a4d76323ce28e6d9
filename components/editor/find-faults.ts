import { storyFields } from '#contract/story-fields.ts'
import { isReachablePath } from '#lib/browser/ask-server.ts'
import { checkStory, type StoryFinding } from '#story-html/check-story.ts'
import type { StoryText } from './saving/story-text.ts'

const linksMost = 50

/** The reasons why a story can't be published at all: field → sentence. */
export function missingOf(text: StoryText): Record<string, string> {
  const kinds = findingsIn(text).findings.map(({ kind }) => kind)
  return {
    ...(kinds.includes('no-title') && { title: 'A published story needs a title.' }),
    ...(kinds.includes('no-text') && { content: 'A published story needs some text.' }),
  }
}

/** A fault that a writer may want to fix first, and the field where that is done. */
export type Finding = { field: 'content' | 'title' | 'articleImage' | 'image_alt'; sentence: string }

type Asked = { isPublic: boolean; picturesToCome?: number }

/**
 * Faults that a writer may want to fix first; `whileAsking` gets them without the links to this site, which the server
 * is asked about. `picturesToCome` are in the editor but not in the text yet. A story that was published without a
 * picture is not asked for one again.
 */
export async function findingsOf(
  text: StoryText,
  { isPublic, picturesToCome = 0 }: Asked,
  whileAsking?: (findings: Finding[]) => void,
): Promise<Finding[]> {
  const { findings: found, ownPaths } = findingsIn(text)
  const relevant = found.filter(({ kind }) => !(isPublic && kind === 'no-story-image'))
  const findings = [...uploadHint(picturesToCome), ...relevant.flatMap(presented)]
  whileAsking?.(findings)
  // If it links to itself, the page will exist.
  const asked = ownPaths.filter((path) => `${path}/edit` !== location.pathname).slice(0, linksMost)
  const isThere = await Promise.all(asked.map(isReachablePath))
  const dead = asked.filter((_, at) => !isThere[at])
  return [...findings, ...dead.map((path) => inText(`A link leads to ${path}, and there is no such page.`))]
}

/** Hints shown while writing. */
export function hintsOf(text: StoryText): string[] {
  return [
    ...sizeHint(text.content),
    ...findingsIn(text)
      .findings.flatMap(presented)
      .map(({ sentence }) => sentence),
  ]
}

/** Checked here, before the server refuses it. */
function sizeHint(html: string): string[] {
  const bytes = new Blob([html]).size
  const { most } = storyFields.content
  if (bytes <= most * 0.9) return []
  if (bytes <= most) return [`This text takes up ${Math.floor((bytes / most) * 100)}% of the space a story has.`]
  return ['This text is too long to be saved on the server. Please split it into several stories.']
}

function uploadHint(pictures: number): Finding[] {
  if (pictures === 0) return []
  if (pictures === 1) return [inText('A picture is still uploading and would be missing.')]
  return [inText(`${pictures} pictures are still uploading and would be missing.`)]
}

function inText(sentence: string): Finding {
  return { field: 'content', sentence }
}

function findingsIn(text: StoryText) {
  const { title, sub_title: subTitle, content: html, story_image, image_alt } = text
  const story = { title, subTitle, html, storyImage: story_image ?? '', imageAlt: image_alt ?? '' }
  return checkStory(story, location.origin)
}

function presented(finding: StoryFinding): Finding[] {
  switch (finding.kind) {
    case 'no-story-image':
      return [
        {
          field: 'articleImage',
          sentence: 'There is no story image yet. Lists and other sites show a drawn cover instead.',
        },
      ]
    case 'story-image-without-alt':
      return [{ field: 'image_alt', sentence: 'The story image has no description for readers who can’t see it.' }]
    case 'pictures-without-alt':
      return [
        inText(
          finding.count === 1 ? 'A picture has no description.' : `${finding.count} pictures have no description.`,
        ),
      ]
    case 'to-come':
      return finding.places.map((place) => inText(`“TK” is left in the text: “${place}”`))
    default:
      return []
  }
}
