/** A story's displayed title: a draft may have none yet. */
export function storyTitle({ title }: { title: string }): string {
  return title.trimEnd() || 'Untitled draft'
}
