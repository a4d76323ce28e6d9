import type { RowStory } from './story-row.tsx'

/** How long rows wait: on a slow connection they are worth more than their face. */
const patienceMs = 3_000

/**
 * Loads the faces that `StoryHeading` sets these rows in, before they are shown: in another face a title or a subtitle
 * may take a line more, and a row that is set anew moves what the reader looks at. A face that does not come is done without.
 */
export async function loadRowFonts(stories: readonly RowStory[]): Promise<void> {
  const titles = stories.map(({ title }) => title).join(' ')
  const subtitles = stories.map(({ sub_title }) => sub_title ?? '').join(' ')
  const faces = [...faceLoads('600 1rem', '--serif', titles), ...faceLoads('italic 1rem', '--serif-slanted', subtitles)]
  let giveUp: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise((resolve) => {
    giveUp = setTimeout(resolve, patienceMs)
  })
  await Promise.race([Promise.allSettled(faces), patience])
  clearTimeout(giveUp)
}

/** Loads each family by itself: a stand-in that the device lacks fails at once, and would end the wait for the others. */
function faceLoads(look: string, families: string, text: string): Promise<unknown>[] {
  if (!text.trim()) return []
  const names = getComputedStyle(document.documentElement).getPropertyValue(families).split(',')
  return names.filter(Boolean).map((family) => document.fonts.load(`${look} ${family.trim()}`, text))
}
