import { StoryImage } from '#components/article/story-image.tsx'
import { PictureField } from '#components/pictures/picture-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import type { Publication } from '#contract/publications.ts'
import { publicationDescriptionMost, storyLimits } from '#contract/text-limits.ts'
import { type CallInput, callBff } from '#lib/browser/call-bff.ts'
import { askAgain } from '#lib/browser/use-call.ts'

/** Creates a publication, or changes the known one, and leads to its page. */
export function PublicationForm({ known }: { known?: Publication }) {
  const submission = useSubmission(
    async ({ name = '', description, image, slug: wanted }) => {
      const slug = await save(known, { name, description, image, ...(wanted && { slug: wanted }) })
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
        help={`One sentence below the name, at most ${publicationDescriptionMost} characters.`}
        className="min-h-24 py-2.5"
        control={(tied) => (
          <textarea {...tied} rows={3} maxLength={publicationDescriptionMost} defaultValue={known?.description} />
        )}
      />
      <PictureField
        name="image"
        label="Image URL (optional)"
        help="Or paste the address of a picture."
        known={known?.image}
        show={(address) => (
          <StoryImage
            key={address}
            url={address}
            alt=""
            sizes="96px"
            fetched="early"
            className="size-24 rounded-card"
          />
        )}
      />
      {known && (
        <Field
          name="slug"
          label="Address"
          required
          missing="Please enter an address."
          help="The last part of the page’s address. The old address will lead to the new one."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={storyLimits.slug}
          defaultValue={known.slug}
        />
      )}
      <SubmitButton busy={known ? 'Saving…' : 'Creating…'} className={known && 'w-full'}>
        {known ? 'Save' : 'Create Publication'}
      </SubmitButton>
    </Form>
  )
}

type Saved = CallInput<'PUT /publications/:publication'>['body'] & { name: string }

/** Returns the slug of the saved publication. */
async function save(known: Publication | undefined, body: Saved): Promise<string> {
  const { publication } = known
    ? (await callBff('PUT /publications/:publication', { params: { publication: known.slug }, body })).body
    : (await callBff('POST /publications', { body })).body
  return publication.slug
}
