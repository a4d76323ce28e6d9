import type { PictureUpload } from './use-picture-upload.ts'

type Props = { upload: PictureUpload }

/** The progress of an upload, or why it failed; otherwise nothing. */
export function UploadState({ upload: { share, failed, begin, cancel, dismiss } }: Props) {
  if (share !== undefined) {
    return (
      <p className="flex items-center gap-3 text-small text-soft">
        <progress value={share} max={1} aria-label="Upload" className="h-2 flex-1" />
        <span className="tabular-nums">{Math.floor(share * 100)}%</span>
        <button type="button" onClick={cancel} className="underline underline-offset-2 hover:text-ink">
          Cancel upload
        </button>
      </p>
    )
  }
  if (!failed) return null
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-small text-danger">
      <span className="min-w-0 flex-1 wrap-anywhere">{failed.sentence}</span>
      <button type="button" onClick={() => begin(failed.file)} className="underline underline-offset-2">
        Try again
      </button>
      <button type="button" onClick={dismiss} className="underline underline-offset-2">
        Dismiss
      </button>
    </p>
  )
}
