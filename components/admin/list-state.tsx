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
  /** In place of a list that has nothing. */
  empty: string
}

/** What stands below a list: that it has nothing, that it could not be loaded, and the way on. */
export function ListState({ list, empty }: Props) {
  const { items, error, isLoading } = list
  return (
    <>
      {error && (
        <FormNotice kind="failure">
          <p>{error.message}</p>
        </FormNotice>
      )}
      <p role="status" className="text-soft empty:-mt-5">
        {items?.length === 0 && !error && !isLoading ? empty : ''}
      </p>
      <MoreButton label="Show more" list={list} />
    </>
  )
}
