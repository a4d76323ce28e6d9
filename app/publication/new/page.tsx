import { NewPublicationForm } from '#components/publication/new-publication-form.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import { privateMetadata } from '#lib/seo/metadata.ts'

const title = 'New Publication'

export const generateMetadata = () => privateMetadata(title)

export default function NewPublicationPage() {
  return (
    <FormPage>
      <PageHeading title={title} text="A named place for stories: yours to publish under." />
      <NewPublicationForm />
    </FormPage>
  )
}
