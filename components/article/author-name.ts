/** The name to show: the account's, else the one written on the story. */
export function authorName(story: { author_name: string; author: string }): string {
  return story.author_name || story.author
}
