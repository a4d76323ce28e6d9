import { StoryImage } from '#components/article/story-image.tsx'
import { PictureField } from '#components/pictures/picture-field.tsx'
import { Field } from '#components/ui/field.tsx'
import type { Publication } from '#contract/publications.ts'
import type { CallFailure } from '#lib/browser/call-failure.ts'

/** The fields of a publication. */
export function PublicationFields({ known }: { known?: Publication }) {
  return (
    <>
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
    </>
  )
}

/** The specification's words: the server's message, or this. */
export function publicationTrouble({ detail }: CallFailure): string {
  return detail ?? 'An error occurred'
}
