import { buttonStyle } from './button-style.ts'

type Props = {
  /** Its text unless something failed. */
  label: string
  list: { hasMore: boolean; error: unknown; isLoading: boolean; askNext: () => void }
}

/** Loads the next page of a list, or retries after a failure; renders nothing at the end of the list. */
export function MoreButton({ label, list: { hasMore, error, isLoading, askNext } }: Props) {
  if (!hasMore && !error && !isLoading) return null
  return (
    <button
      type="button"
      aria-disabled={isLoading || undefined}
      onClick={() => isLoading || askNext()}
      className={`${buttonStyle.secondary} self-start aria-disabled:opacity-60`}
    >
      {isLoading ? 'Loading…' : error ? 'Try again' : label}
    </button>
  )
}
