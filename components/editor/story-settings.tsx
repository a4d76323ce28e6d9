'use client'

import type { ComponentProps } from 'react'
import { Field } from '#components/ui/field.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { paths } from '#contract/paths.ts'
import { storyFields } from '#contract/story-fields.ts'
import { storyLimits } from '#contract/text-limits.ts'
import { StoryPlace } from './story-place.tsx'
import type { StoryEditorState } from './use-story-editor.ts'

type Props = { editor: StoryEditorState }

/** A story's category, publication and address. */
export function StorySettings({ editor }: Props) {
  const { fields, errors, nextSlug } = editor
  const { slug, chosenSlug = '' } = editor.saving.status
  return (
    <TitledSection id="about-story" title="About this story" className="flex flex-col gap-5 border-t border-line pt-8">
      <div className="grid gap-6 md:grid-cols-2">
        <StoryPlace editor={editor} />
        {fields.category === 'book_summary' && (
          <>
            <TextField editor={editor} field="bookTitle" />
            <TextField editor={editor} field="bookAuthor" />
          </>
        )}
        <Field
          name="slug"
          label="Address"
          value={chosenSlug}
          placeholder={slug ?? 'made from the title'}
          maxLength={storyLimits.slug}
          spellCheck={false}
          autoComplete="off"
          error={errors.slug}
          help={slug && addressesInWords(slug, nextSlug)}
          onChange={(event) => editor.chooseSlug(event.target.value)}
        />
        <TextField
          editor={editor}
          field="canonicalUrl"
          inputMode="url"
          placeholder="https://example.com/the-story"
          spellCheck={false}
          autoComplete="off"
          help="If it was published elsewhere before. Search engines will then list that address."
          onChange={(event) => editor.edited({ canonical_url: event.target.value.trim() || null })}
        />
      </div>
    </TitledSection>
  )
}

type TextFieldProps = Props & { field: 'bookTitle' | 'bookAuthor' | 'canonicalUrl' } & Partial<
    ComponentProps<typeof Field>
  >

function TextField({ editor: { fields, errors, edited }, field, ...others }: TextFieldProps) {
  const { wire, label, most } = storyFields[field]
  return (
    <Field
      name={wire}
      label={label}
      value={fields[wire] ?? ''}
      maxLength={most}
      error={errors[wire]}
      onChange={(event) => edited({ [wire]: event.target.value || null })}
      {...others}
    />
  )
}

function addressesInWords(slug: string, nextSlug: string | null): string {
  const next = nextSlug === null ? '' : `, and ${paths.article(nextSlug)} once you publish`
  return `Now ${paths.article(slug)}${next}. Old addresses redirect to the new one.`
}
