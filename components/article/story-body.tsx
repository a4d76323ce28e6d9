import { StaticMarkup, type WriteMarkup } from '#components/ui/static-markup.tsx'

type Props = {
  /** Has been through `sanitiseStory`. */
  sanitisedHtml: string
  write?: WriteMarkup | undefined
}

export function StoryBody({ sanitisedHtml, write }: Props) {
  return (
    <StaticMarkup
      as="div"
      id="story"
      className="prose"
      write={write}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised against an allow-list before it comes here
      dangerouslySetInnerHTML={{ __html: withReachableScrollers(sanitisedHtml) }}
    />
  )
}

/** Wide code and tables scroll in their own box, which the keyboard has to reach. In sanitised HTML `<` only opens tags. */
export function withReachableScrollers(html: string): string {
  return html.replace(/<(pre|table)\b/g, '<$1 tabindex="0"')
}
