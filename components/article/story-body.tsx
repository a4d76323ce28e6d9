/** A story's text. The only place that writes HTML as it comes: `sanitisedHtml` has been through `sanitiseStory`. */
export function StoryBody({ sanitisedHtml }: { sanitisedHtml: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised against an allow-list just before
  return <div className="prose" dangerouslySetInnerHTML={{ __html: withReachableScrollers(sanitisedHtml) }} />
}

/** Wide code and tables scroll in their own box, which the keyboard has to reach. In sanitised HTML `<` only opens tags. */
function withReachableScrollers(html: string): string {
  return html.replace(/<(pre|table)\b/g, '<$1 tabindex="0"')
}
