/** The name to show: the account's, else the one written on the story. */
export function authorName(story: { author_name: string; author: string }): string {
  return story.author_name || story.author
}

/** A story's displayed title: a draft may have none yet. */
export function storyTitle({ title }: { title: string }): string {
  return title.trimEnd() || 'Untitled draft'
}
