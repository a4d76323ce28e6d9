/** How a story is called where it is shown: a draft may have no title yet. */
export function storyTitle({ title }: { title: string }): string {
  return title.trimEnd() || 'Untitled draft'
}
