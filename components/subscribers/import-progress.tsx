import { lineLink } from '#components/ui/link-style.ts'
import type { UnderWay } from './use-import.ts'

type Props = UnderWay & { onCancel: () => void }

/** First the upload, then how far the server has read the file. */
export function ImportProgress({ isDry, sent, read, onCancel }: Props) {
  const isSent = sent >= 1
  const share = isSent ? read?.share : sent
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ui text-soft tabular-nums">{sentenceOf({ isDry, sent, read })}</p>
      {/* Without a value, the bar only shows that work is going on. */}
      <progress max={1} value={share} aria-label="Import" className="h-2 w-full" />
      <p role="status" className="sr-only">
        {isSent ? 'The file has been uploaded and is being read.' : 'The file is being uploaded.'}
      </p>
      {(isDry || !isSent) && (
        <button type="button" onClick={onCancel} className={`${lineLink} self-start`}>
          Cancel
        </button>
      )}
    </div>
  )
}

function sentenceOf({ isDry, sent, read }: UnderWay): string {
  if (sent < 1) return `Uploading: ${percent(sent)}`
  if (!read?.rows) return 'Reading the file…'
  const lines = `${read.rows.toLocaleString('en-GB')} lines read (${percent(read.share)})`
  return isDry ? `Checking: ${lines}` : `Importing: ${lines}. You can leave this page; the import goes on.`
}

function percent(share: number): string {
  return `${Math.floor(share * 100)}%`
}
