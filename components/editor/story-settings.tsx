'use client'

import { useId } from 'react'
import { Field } from '#components/ui/field.tsx'
import { categoryName, knownCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import type { Publication } from '#contract/publications.ts'
import { storyFields } from '#contract/story-fields.ts'
import { storyLimits } from '#contract/text-limits.ts'
import type { StoryText } from './saving/story-text.ts'

type Props = {
  productName: string
  fields: Omit<StoryText, 'content'>
  /** The writer's own. */
  publications: readonly Publication[]
  /** Its current slug, or the one that its title will give. */
  slug: string | undefined
  /** The slug that a public story gets once it is published again. */
  nextSlug: string | null
  chosenSlug: string
  errors: Record<string, string>
  onChange: (change: Partial<StoryText>) => void
  onSlug: (slug: string) => void
}

/** A story's category, publication and address. */
export function StorySettings(props: Props) {
  const { productName, fields, publications, slug, nextSlug, chosenSlug, errors, onChange, onSlug } = props
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Choice
        label="Category"
        value={fields.category}
        error={errors.category}
        options={knownCategories(productName).map((name) => ({ value: name, text: categoryName(name, productName) }))}
        onChange={(category) => onChange({ category })}
      />
      {(publications.length > 0 || fields.publication) && (
        <Choice
          label="Publication"
          value={fields.publication ?? ''}
          error={errors.publication}
          options={[{ value: '', text: 'None' }, ...publicationOptions(publications, fields.publication)]}
          onChange={(publication) => onChange({ publication: publication || null })}
        />
      )}
      {fields.category === 'book_summary' && (
        <>
          <Field
            name="book_title"
            label="Book"
            value={fields.book_title ?? ''}
            maxLength={storyFields.bookTitle.most}
            error={errors.book_title}
            onChange={(event) => onChange({ book_title: event.target.value || null })}
          />
          <Field
            name="book_author"
            label="Book author"
            value={fields.book_author ?? ''}
            maxLength={storyFields.bookAuthor.most}
            error={errors.book_author}
            onChange={(event) => onChange({ book_author: event.target.value || null })}
          />
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
        onChange={(event) => onSlug(event.target.value)}
      />
      <Field
        name="canonical_url"
        label="First published at"
        inputMode="url"
        value={fields.canonical_url ?? ''}
        maxLength={storyFields.canonicalUrl.most}
        spellCheck={false}
        autoComplete="off"
        error={errors.canonical_url}
        help="If it was published elsewhere before. Search engines will then list that address."
        onChange={(event) => onChange({ canonical_url: event.target.value.trim() || null })}
      />
    </div>
  )
}

function addressesInWords(slug: string, nextSlug: string | null): string {
  const next = nextSlug === null ? '' : `, and ${paths.article(nextSlug)} once you publish`
  return `Now ${paths.article(slug)}${next}. Old addresses redirect to the new one.`
}

/** Includes another person's publication if the story is in it, e.g. when an administrator edits it. */
function publicationOptions(publications: readonly Publication[], present: string | null) {
  const own = publications.map(({ slug, name }) => ({ value: slug, text: name }))
  return present && !own.some(({ value }) => value === present) ? [...own, { value: present, text: present }] : own
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly { value: string; text: string }[]
  error?: string | undefined
  onChange: (value: string) => void
}

function Choice({ label, value, options, error, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-ui font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full rounded-card border border-edge bg-raised px-3 text-field hover:border-ink aria-[invalid]:border-danger"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="text-small text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
