import { FormNotice } from '#components/ui/form-notice.tsx'
import { MoreButton } from '#components/ui/more-button.tsx'
import type { CallFailure } from '#lib/browser/call-failure.ts'

type Props = {
  list: {
    items: readonly unknown[] | undefined
    hasMore: boolean
    error: CallFailure | undefined
    isLoading: boolean
    askNext: () => void
  }
  /** Shown for an empty list. */
  empty: string
}

/** The end of a list: that it is still loading, is empty or could not be loaded, and the button for more. */
export function ListState({ list, empty }: Props) {
  const { items, error, isLoading } = list
  const isFirst = !items && !error
  return (
    <>
      {error && (
        <FormNotice kind="failure">
          <p>{error.message}</p>
        </FormNotice>
      )}
      <p role="status" className="text-soft empty:-mt-5">
        {isFirst ? 'Loading…' : items?.length === 0 && !error && !isLoading ? empty : ''}
      </p>
      {/* Not before the first rows are there: they would push it down. */}
      {!isFirst && <MoreButton label="Show more" list={list} />}
    </>
  )
}
