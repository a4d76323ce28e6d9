import { paths } from '#contract/paths.ts'
import { TextPage, textMetadata } from '../text-page.tsx'

export const generateMetadata = () => textMetadata(paths.privacy)

export default function PrivacyPage() {
  return <TextPage path={paths.privacy} />
}
