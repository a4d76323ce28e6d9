import { type ReactNode, useState } from 'react'
import { FailureText } from '#components/ui/failure-text.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { MoreButton } from '#components/ui/more-button.tsx'
import type { CallInput } from '#lib/browser/call-bff.ts'
import { type CalledList, useCallList } from '#lib/browser/use-call-list.ts'
import type { Item, PagedName } from '#lib/browser/use-call-pages.ts'

/** A list of things that something can be done about. */
export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {children}
    </ul>
  )
}

type RowProps = {
  title: string
  /** The page of what the row is about. */
  href?: string
  badges?: ReactNode
  /** Each on a line of its own; an empty one is left out. */
  facts: ReactNode[]
  actions?: ReactNode
  /** Why an action failed. */
  failure?: string | undefined
  /** The outcome of an action, in a sentence; it gets the focus of a button that goes (`keepFocus`). */
  done?: string
  /** The form that an action has opened, or more about the row. */
  children?: ReactNode
}

export function Row({ title, href, badges, facts, actions, failure, done, children }: RowProps) {
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ui">
            <span className="min-w-0 wrap-anywhere font-semibold">
              {href ? <RowLink href={href}>{title}</RowLink> : title}
            </span>
            {badges}
          </p>
          {facts.filter(Boolean).map((fact, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a row are always the same ones
            <p key={place} className="wrap-anywhere text-small text-soft">
              {fact}
            </p>
          ))}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-x-4">{actions}</div>}
      </div>
      <FailureText>{failure}</FailureText>
      {done !== undefined && (
        <p role="status" className="text-ui text-green empty:-mt-3">
          {done}
        </p>
      )}
      {children}
    </li>
  )
}

export function RowLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="text-ink underline underline-offset-2">
      {children}
    </a>
  )
}

type ListStateProps = {
  list: Pick<CalledList<unknown>, 'items' | 'hasMore' | 'error' | 'isLoading' | 'askNext'>
  /** Shown for an empty list. */
  empty: string
}

/** The end of a list: that it is still loading, is empty or could not be loaded, and the button for more. */
export function ListState({ list, empty }: ListStateProps) {
  const { items, error, isLoading } = list
  const isFirst = !items && !error
  return (
    <>
      {error && <FormNotice kind="failure">{error.message}</FormNotice>}
      <p role="status" className="text-soft empty:-mt-5">
        {isFirst ? 'Loading…' : items?.length === 0 && !error && !isLoading ? empty : ''}
      </p>
      {/* Not before the first rows are there: they would push it down. */}
      {!isFirst && <MoreButton label="Show more" list={list} />}
    </>
  )
}

type PagedRowsProps<T> = ListStateProps & {
  label: string
  list: { items: readonly T[] | undefined }
  row: (item: T) => ReactNode
}

/** A list that loads by pages, and its end; `row` shows an item, with a key. */
export function PagedRows<T>({ label, list, empty, row }: PagedRowsProps<T>) {
  return (
    <>
      {list.items && list.items.length > 0 && <RowList label={label}>{list.items.map(row)}</RowList>}
      <ListState list={list} empty={empty} />
    </>
  )
}

const looks = {
  plain: 'border-edge text-soft',
  good: 'border-green text-ink',
  notice: 'border-transparent bg-notice-ground text-notice',
  bad: 'border-danger text-danger',
} as const

/** A state in a word; its colour only repeats it. */
export function Badge({ look = 'plain', children }: { look?: keyof typeof looks; children: string }) {
  return (
    <span className={`inline-block rounded-full border px-2 text-small whitespace-nowrap ${looks[look]}`}>
      {children}
    </span>
  )
}

/** A searchable list: repeating a search loads it again, because others change it. */
export function useSearchedList<N extends PagedName>(name: N, all: CallInput<N>) {
  const [wanted, setWanted] = useState(all)
  const list: CalledList<Item<N>> = useCallList(name, wanted, { isFresh: true })

  function search(next: CallInput<N>) {
    if (isSame(next, wanted)) list.askAgain()
    else setWanted(next)
  }

  return { list, isAll: isSame(wanted, all), search }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
