import { lineLink } from '#components/ui/link-style.ts'

type Props = { isDry: boolean; share: number; onCancel: () => void }

/** How far a file is: what is sent is known exactly, how long it is read for is not. */
export function ImportProgress({ isDry, share, onCancel }: Props) {
  const isSent = share >= 1
  const percent = Math.floor(share * 100)
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ui text-soft">
        {isSent
          ? isDry
            ? 'Reading the file…'
            : 'Importing… A million lines take some minutes.'
          : `Sending: ${percent} %`}
      </p>
      {/* Without a value it shows that something moves. */}
      <progress max={1} value={isSent ? undefined : share} aria-label="Import" className="h-2 w-full" />
      <p role="status" className="sr-only">
        {isSent ? 'The file has been sent and is being read.' : 'The file is being sent.'}
      </p>
      {(isDry || !isSent) && (
        <button type="button" onClick={onCancel} className={`${lineLink} self-start`}>
          Cancel
        </button>
      )}
    </div>
  )
}
