import { paths } from '#contract/paths.ts'
import type { StoryPage } from '#contract/stories.ts'
import { sanitisedStory } from '#lib/sanitised-story.ts'
import { htmlToMarkdown, withoutMarkup } from '#story-html/to-markdown.ts'
import { absolute } from './site.ts'

/** A story as Markdown, for readers that want text: its head in plain lines, then the body, every address a whole one. */
export function markdownCopy(story: StoryPage): string {
  const head = [
    story.kicker && `**${markdownText(story.kicker)}**`,
    `# ${markdownText(story.title)}`,
    story.sub_title && `_${markdownText(story.sub_title)}_`,
    `By ${markdownText(story.author_name || story.author)}${story.published_at ? `, ${story.published_at.slice(0, 10)}` : ''}`,
    `Source: ${absolute(paths.article(story.slug))}`,
    '---',
    htmlToMarkdown(withWholeAddresses(sanitisedStory(story.content))),
  ]
  return `${head.filter(Boolean).join('\n\n')}\n`
}

/** In sanitised HTML an attribute is in double quotes, and no text or attribute has a bare `<` or `>`. */
function withWholeAddresses(sanitised: string): string {
  return sanitised.replace(
    /(<(?:a|img)\b[^>]*?\s(?:href|src)=")(\/[^"]*)/g,
    (_, before, path) => before + absolute(path),
  )
}

/** Plain text as one line of Markdown with exactly this text: no markup of either kind is left in it. */
export function markdownText(text: string): string {
  return withoutMarkup(
    text
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[\\`*_[\]#|~]/g, '\\$&'),
  )
}
