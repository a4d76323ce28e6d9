import { checkStory, type StoryFinding } from '#content/check-story.ts'
import { storyLimits } from '#contract/story-limits.ts'
import { isAtOwnPath } from '#lib/browser/is-at-own-path.ts'
import type { StoryText } from '#lib/saving/story-text.ts'

const linksMost = 50

/** What keeps a story from being published at all: field → sentence. */
export function missingOf(text: StoryText): Record<string, string> {
  const kinds = findingsIn(text).findings.map(({ kind }) => kind)
  return {
    ...(kinds.includes('no-title') && { title: 'A published story needs a title.' }),
    ...(kinds.includes('no-text') && { content: 'A published story needs a text.' }),
  }
}

type Asked = { isPublic: boolean; picturesToCome?: number }

/**
 * What a writer may want to mend first, as sentences; the links to this site are asked for. `picturesToCome` have a place in
 * the editor and none in the text yet. A story that went out without a picture is not asked for one again.
 */
export async function findingsOf(text: StoryText, { isPublic, picturesToCome = 0 }: Asked): Promise<string[]> {
  const { findings: found, ownPaths } = findingsIn(text)
  const findings = found.filter(({ kind }) => !(isPublic && kind === 'no-story-image'))
  // Where it leads to itself, it will be there.
  const asked = ownPaths.filter((path) => `${path}/edit` !== location.pathname).slice(0, linksMost)
  const isThere = await Promise.all(asked.map(isAtOwnPath))
  const dead = asked.filter((_, at) => !isThere[at])
  return [
    ...uploadHint(picturesToCome),
    ...findings.flatMap(sentenceOf),
    ...dead.map((path) => `A link leads to ${path}, and there is no such page.`),
  ]
}

/** What is worth a hint while one writes. */
export function hintsOf(text: StoryText): string[] {
  return [...sizeHint(text.content), ...findingsIn(text).findings.flatMap(sentenceOf)]
}

/** Said before the server has to refuse it. */
function sizeHint(html: string): string[] {
  const bytes = new Blob([html]).size
  const { contentBytes: most } = storyLimits
  if (bytes <= most * 0.9) return []
  if (bytes <= most) return [`This text fills ${Math.floor((bytes / most) * 100)} % of what a story can hold.`]
  return ['This text is longer than a story can be, and is not saved on the server: please divide it into several.']
}

function uploadHint(pictures: number): string[] {
  if (pictures === 0) return []
  if (pictures === 1) return ['A picture is not uploaded yet, and will be missing.']
  return [`${pictures} pictures are not uploaded yet, and will be missing.`]
}

function findingsIn(text: StoryText) {
  const { title, sub_title: subTitle, content: html, story_image, image_alt } = text
  const story = { title, subTitle, html, storyImage: story_image ?? '', imageAlt: image_alt ?? '' }
  return checkStory(story, location.origin)
}

function sentenceOf(finding: StoryFinding): string[] {
  switch (finding.kind) {
    case 'no-story-image':
      return ['No story image yet: lists and other sites show it.']
    case 'story-image-without-alt':
      return ['The story image has no description for readers who cannot see it.']
    case 'pictures-without-alt':
      return [finding.count === 1 ? 'A picture has no description.' : `${finding.count} pictures have no description.`]
    case 'to-come':
      return finding.places.map((place) => `“TK” is left in the text: “${place}”`)
    default:
      return []
  }
}
