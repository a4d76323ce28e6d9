import { buttonStyle } from '#components/ui/button-style.ts'
import { UnexpectedErrorView } from '#components/ui/unexpected-error-view.tsx'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => unlistedMetadata('Unexpected Application Error!')

/** Sent for any address whose page could not be made. An empty `href` is the address itself. */
export default function UncaughtErrorPage() {
  return (
    <UnexpectedErrorView
      retry={
        // biome-ignore lint/a11y/useValidAnchor: an empty address is this very page, whichever it is
        <a href="" className={buttonStyle.primary}>
          Try again
        </a>
      }
    />
  )
}
