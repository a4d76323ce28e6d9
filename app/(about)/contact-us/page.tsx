import { paths } from '#contract/paths.ts'
import { TextPage, textMetadata } from '../text-page.tsx'

export const generateMetadata = () => textMetadata(paths.contact)

export default function ContactPage() {
  return <TextPage path={paths.contact} />
}
