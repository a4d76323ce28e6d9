import { NotFoundView } from '#components/ui/not-found-view.tsx'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => unlistedMetadata('Page not found')

/** For addresses that no route knows. */
export default function NotFound() {
  return <NotFoundView />
}
