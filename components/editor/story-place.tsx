'use client'

import type { Option } from '#components/ui/select.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { type Category, categoryName, slugsOf } from '#contract/categories.ts'
import type { Publication } from '#contract/publications.ts'
import type { StoryEditorState } from './use-story-editor.ts'

/** Where a story is published: its category and its publication. */
export function StoryPlace({ editor }: { editor: StoryEditorState }) {
  const { categories, fields, publications, errors, edited } = editor
  return (
    <>
      <SelectField
        name="category"
        label="Category"
        value={fields.category}
        error={errors.category}
        options={categoryOptions(categories, fields.category)}
        onChange={(event) => edited({ category: event.target.value })}
      />
      {(publications.length > 0 || fields.publication) && (
        <SelectField
          name="publication"
          label="Publication"
          value={fields.publication ?? ''}
          error={errors.publication}
          options={[{ value: '', label: 'No publication' }, ...publicationOptions(publications, fields.publication)]}
          onChange={(event) => edited({ publication: event.target.value || null })}
        />
      )}
    </>
  )
}

/** Includes the story’s own category if the site no longer has it. */
function categoryOptions(categories: readonly Category[], present: string): Option[] {
  return [...new Set([...slugsOf(categories), ...(present ? [present] : [])])].map((value) => ({
    value,
    label: categoryName(value, categories),
  }))
}

/** Includes another person's publication if the story is in it, e.g. when an administrator edits it. */
function publicationOptions(publications: readonly Publication[], present: string | null): Option[] {
  const own = publications.map(({ slug, name }) => ({ value: slug, label: name }))
  return present && !own.some(({ value }) => value === present) ? [...own, { value: present, label: present }] : own
}
