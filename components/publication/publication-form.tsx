import { StoryImage } from '#components/article/story-image.tsx'
import { PictureField } from '#components/pictures/picture-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import type { Publication } from '#contract/publications.ts'
import { type CallInput, callBff } from '#lib/browser/call-bff.ts'
import { askAgain } from '#lib/browser/use-call.ts'

/** Creates a publication, or changes the known one, and leads to its page. */
export function PublicationForm({ known }: { known?: Publication }) {
  const submission = useSubmission(
    async ({ name = '', description, image }) => {
      const slug = await save(known, { name, description, image })
      // Update the account menu, which lists publications, also for a person who returns to this page.
      await askAgain('GET /publications/user')
      location.assign(paths.publication(slug))
    },
    // The specification's words: the server's message, or this.
    { explain: ({ detail }) => detail ?? 'An error occurred' },
  )
  return (
    <Form submission={submission} label={known ? 'Edit publication' : 'New publication'}>
      <Field
        name="name"
        label="Name"
        required
        missing="Please enter a name."
        autoComplete="off"
        defaultValue={known?.name}
      />
      <Field
        name="description"
        label="Description (optional)"
        className="min-h-24 py-2.5"
        control={(tied) => <textarea {...tied} rows={3} maxLength={1_000} defaultValue={known?.description} />}
      />
      <PictureField
        name="image"
        label="Image URL (optional)"
        help="The address of a picture on the web, or a file of yours."
        known={known?.image}
        show={(address) => (
          <StoryImage
            key={address}
            url={address}
            alt=""
            sizes="160px"
            fetched="early"
            className="aspect-video w-40 rounded-card"
          />
        )}
      />
      <SubmitButton busy={known ? 'Saving…' : 'Creating…'} className={known && 'w-full'}>
        {known ? 'Save' : 'Create Publication'}
      </SubmitButton>
    </Form>
  )
}

/** Returns the slug of the saved publication. */
async function save(known: Publication | undefined, body: CallInput<'POST /publications'>['body']): Promise<string> {
  if (!known) return (await callBff('POST /publications', { body })).body.publication.slug
  await callBff('PUT /publications/:publication', { params: { publication: known.slug }, body })
  return known.slug
}
