import { paths } from '#contract/paths.ts'
import { TextPage, textMetadata } from '../text-page.tsx'

export const generateMetadata = () => textMetadata(paths.careers)

export default function CareersPage() {
  return <TextPage path={paths.careers} />
}
