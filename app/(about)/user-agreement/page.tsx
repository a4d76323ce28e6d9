import type { Metadata } from 'next'
import { ProsePage } from '#components/ui/page-layouts.tsx'
import { paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { agreementSections } from './sections.ts'

export function generateMetadata(): Metadata {
  return pageMetadata({
    title: 'User Agreement',
    description: `What readers and authors of ${webEnv().PRODUCT_NAME} agree to, in ten sections.`,
    path: paths.userAgreement,
  })
}

export default function UserAgreementPage() {
  const { CONTACT_EMAIL, PRODUCT_NAME } = webEnv()
  return (
    <ProsePage title="User Agreement" intro="Ten sections, meant to be read." changed="21 November 2026">
      {agreementSections(PRODUCT_NAME, CONTACT_EMAIL).map(({ title, paragraphs }, index) => (
        <section key={title} aria-labelledby={`section-${index + 1}`}>
          <h2 id={`section-${index + 1}`}>
            {index + 1}. {title}
          </h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </ProsePage>
  )
}
