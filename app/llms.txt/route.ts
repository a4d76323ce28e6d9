import { filePaths } from '#contract/file-paths.ts'
import { feedPath, paths } from '#contract/paths.ts'
import { listStories } from '#lib/api/stories.ts'
import { markdownText } from '#lib/seo/markdown-copy.ts'
import { absolute } from '#lib/seo/site.ts'
import { withFailureAnswer } from '#lib/seo/with-failure-answer.ts'
import { contentInWords, site } from '#lib/site.ts'

export const dynamic = 'force-dynamic'

const newestStories = 50

/** A guide to the site for language models (llmstxt.org). */
export function GET(): Promise<Response> {
  return withFailureAnswer(async () => {
    const { name: siteName, tagline, categories } = site()
    const { body: stories } = await listStories({ kind: 'all' }, { limit: newestStories })
    const text = [
      `# ${markdownText(siteName)}`,
      `> ${markdownText(tagline)}`,
      `${markdownText(contentInWords())}. Every story has a Markdown copy: its address followed by \`.md\`.`,
      '## Newest stories',
      stories
        .map(
          (story) =>
            `- [${markdownText(story.title)}](${absolute(filePaths.articleMarkdown(story.slug))}): ${markdownText(story.sub_title || story.excerpt)}`,
        )
        .join('\n'),
      '## Everything',
      [
        ...categories.map(({ slug, name }) => `- [${markdownText(name)}](${absolute(paths.category(slug))})`),
        `- [All stories as a JSON Feed](${absolute(feedPath(paths.home, 'json'))})`,
        `- [Sitemap](${absolute(filePaths.sitemapIndex)})`,
      ].join('\n'),
    ].join('\n\n')
    return new Response(`${text}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  })
}
