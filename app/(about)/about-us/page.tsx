import { paths } from '#contract/paths.ts'
import { TextPage, textMetadata } from '../text-page.tsx'

export const generateMetadata = () => textMetadata(paths.about)

export default function AboutPage() {
  return <TextPage path={paths.about} />
}
