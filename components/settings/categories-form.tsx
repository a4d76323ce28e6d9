import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { countOf } from '#components/ui/count-of.ts'
import { Field } from '#components/ui/field.tsx'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { paths } from '#contract/paths.ts'
import { siteLimits } from '#contract/site-limits.ts'
import { slugify } from '#story-html/slugify.ts'
import { SettingsForm } from './settings-form.tsx'
import { type SettingsFormProps, useSettingsForm } from './use-settings-form.ts'

type Row = {
  id: number
  name: string
  slug: string
  sentence: string
  /** Saved before: its address stays. */
  isSaved: boolean
  /** Its address was typed, and no longer follows the name. */
  isSlugChosen?: boolean
}

/** The added categories: their names, addresses, sentences and order. */
export function CategoriesForm(props: SettingsFormProps) {
  const { settings, used_categories: used } = props.desk
  const ids = useRef(settings.categories.length)
  const [rows, setRows] = useState<Row[]>(() =>
    settings.categories.map((category, id) => ({ ...category, id, isSaved: true })),
  )
  const submission = useSettingsForm(
    {
      ...props,
      onSaved: (saved) => {
        const addresses = new Set(saved.settings.categories.map(({ slug }) => slug))
        setRows((shown) => shown.map((row) => ({ ...row, isSaved: addresses.has(row.slug) })))
        props.onSaved(saved)
      },
    },
    {
      name: 'categories',
      read: () => ({ categories: rows.map(({ name, slug, sentence }) => ({ name, slug, sentence })) }),
    },
  )
  const change = (id: number, changed: Partial<Row>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...changed } : row)))
  const move = (place: number, by: -1 | 1) => {
    const [row] = rows.slice(place, place + 1)
    if (row) setRows(rows.toSpliced(place, 1).toSpliced(place + by, 0, row))
  }
  const removed = used.filter(({ slug }) => !rows.some((row) => row.slug === slug))
  return (
    <SettingsForm submission={submission} label="Categories">
      <ol ref={keepFocus} aria-label="Added categories" className="flex flex-col gap-6 empty:hidden">
        {rows.map((row, place) => (
          <CategoryRow
            key={row.id}
            row={row}
            place={place}
            onChange={(changed) => change(row.id, changed)}
            buttons={
              <>
                <RowAct of={row} label="Move up" isOff={place === 0} onPress={() => move(place, -1)} />
                <RowAct of={row} label="Move down" isOff={place === rows.length - 1} onPress={() => move(place, 1)} />
                <RowAct of={row} label="Remove" onPress={() => setRows(rows.filter(({ id }) => id !== row.id))} />
              </>
            }
          />
        ))}
      </ol>
      {removed.map(({ slug, stories, subscribers }) => (
        <p key={slug} role="status" className="text-pretty text-ui text-notice">
          {slug} is removed when you save.{' '}
          {stories + subscribers > 0 &&
            `Its ${countOf(stories, 'story', 'stories')} stay where they are, and its ${countOf(subscribers, 'subscription')} get nothing more, until it is added again.`}
        </p>
      ))}
      {rows.length < siteLimits.categories ? (
        <Button
          look="secondary"
          className="self-start"
          onClick={() => {
            ids.current++
            setRows([...rows, { id: ids.current, name: '', slug: '', sentence: '', isSaved: false }])
          }}
        >
          Add a category
        </Button>
      ) : (
        <p className="text-small text-faint">There are at most {siteLimits.categories}.</p>
      )}
    </SettingsForm>
  )
}

type RowProps = { row: Row; place: number; onChange: (changed: Partial<Row>) => void; buttons: ReactNode }

function CategoryRow({ row, place, onChange, buttons }: RowProps) {
  const { name, slug, sentence, isSaved, isSlugChosen } = row
  const legend = useId()
  return (
    <li aria-labelledby={legend} className="flex flex-col gap-4 border-s-2 border-line ps-4">
      <p id={legend} className="sr-only">
        {name || `Category ${place + 1}`}
      </p>
      <Field
        name={`categories.${place}.name`}
        label="Name"
        required
        missing="Please enter a name."
        autoComplete="off"
        maxLength={siteLimits.categoryName}
        value={name}
        onChange={({ target }) =>
          onChange({
            name: target.value,
            ...(!isSaved && !isSlugChosen && { slug: (slugify(target.value) ?? '').slice(0, siteLimits.categorySlug) }),
          })
        }
      />
      <Field
        name={`categories.${place}.slug`}
        label="Address"
        required
        missing="Please enter an address."
        readOnly={isSaved}
        help={
          isSaved
            ? `${paths.category(slug)}. It stays, so that no link breaks.`
            : `It will be at ${paths.category(slug || '…')}.`
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={siteLimits.categorySlug}
        value={slug}
        onChange={({ target }) => onChange({ slug: target.value, isSlugChosen: true })}
      />
      <Field
        name={`categories.${place}.sentence`}
        label="Sentence (optional)"
        help="Under the heading of its list, and in search engines."
        autoComplete="off"
        maxLength={siteLimits.sentence}
        value={sentence}
        onChange={({ target }) => onChange({ sentence: target.value })}
      />
      <div className="-ms-2 flex flex-wrap">{buttons}</div>
    </li>
  )
}

type RowActProps = { of: Row; label: string; isOff?: boolean; onPress: () => void }

function RowAct({ of: { name }, label, isOff = false, onPress }: RowActProps) {
  return (
    <Button
      look="link"
      disabled={isOff}
      onClick={onPress}
      className="h-11 px-2 text-ui text-soft hover:text-ink disabled:opacity-40"
    >
      {label}
      <span className="sr-only"> {name || 'this category'}</span>
    </Button>
  )
}
