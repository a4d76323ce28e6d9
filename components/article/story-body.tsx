import { StaticHtml } from '#components/ui/static-html.tsx'

type Props = {
  /** Has been through `sanitiseStory`. */
  sanitisedHtml: string
  /** Returns a placeholder for the HTML while the page is made. */
  setAside?: ((html: string) => string) | undefined
}

export function StoryBody({ sanitisedHtml, setAside = (html) => html }: Props) {
  return <StaticHtml id="story" className="prose" sanitisedHtml={setAside(withReachableScrollers(sanitisedHtml))} />
}

/** Wide code and tables scroll in their own box, which the keyboard has to reach. In sanitised HTML `<` only opens tags. */
export function withReachableScrollers(html: string): string {
  return html.replace(/<(pre|table)\b/g, '<$1 tabindex="0"')
}
