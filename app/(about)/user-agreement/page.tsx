import { paths } from '#contract/paths.ts'
import { TextPage, textMetadata } from '../text-page.tsx'

export const generateMetadata = () => textMetadata(paths.userAgreement)

export default function UserAgreementPage() {
  return <TextPage path={paths.userAgreement} />
}
