import { Button } from './button.tsx'

type Props = {
  /** Its text unless something failed. */
  label: string
  list: { hasMore: boolean; error: unknown; isLoading: boolean; askNext: () => void }
}

/** Loads the next page of a list, or retries after a failure; renders nothing at the end of the list. */
export function MoreButton({ label, list: { hasMore, error, isLoading, askNext } }: Props) {
  if (!hasMore && !error && !isLoading) return null
  return (
    <Button isBusy={isLoading} onClick={() => isLoading || askNext()} className="self-start">
      {isLoading ? 'Loading…' : error ? 'Try again' : label}
    </Button>
  )
}
