import { type DragEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { uploadPicture } from '#lib/browser/send-file.ts'

type Props = {
  /** Whether there is a picture already, of which the file takes the place. */
  isThere: boolean
  onFile: (file: File) => void
}

/** A button that opens the device's own way to choose a picture. */
export function ChooseFile({ isThere, onFile }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => chooser.current?.click()}>{isThere ? 'Replace with a file' : 'Upload a picture'}</Button>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label="Picture file"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}

/** The attributes of a part of the page that takes a file that is dropped there. */
export function takesDrops(onFile: (file: File) => void) {
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      const [file] = event.dataTransfer.files
      if (!file) return
      event.preventDefault()
      onFile(file)
    },
  }
}

type UploadStateProps = { upload: PictureUpload }

/** The progress of an upload, or why it failed; otherwise nothing. */
export function UploadState({ upload: { share, failed, begin, cancel, dismiss } }: UploadStateProps) {
  if (share !== undefined) {
    return (
      <p className="flex items-center gap-3 text-small text-soft">
        <progress value={share} max={1} aria-label="Upload" className="h-2 flex-1" />
        <span className="tabular-nums">{Math.floor(share * 100)}%</span>
        <Button look="link" onClick={cancel} className="hover:text-ink">
          Cancel upload
        </Button>
      </p>
    )
  }
  if (!failed) return null
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-small text-danger">
      <span className="min-w-0 flex-1 wrap-anywhere">{failed.sentence}</span>
      <Button look="link" onClick={() => begin(failed.file)}>
        Try again
      </Button>
      <Button look="link" onClick={dismiss}>
        Dismiss
      </Button>
    </p>
  )
}

type PictureUpload = ReturnType<typeof usePictureUpload>

/** Uploads one picture at a time: another one replaces it. `onDone` gets the address of the uploaded picture. */
export function usePictureUpload(onDone: (address: string) => void) {
  const [share, setShare] = useState<number>()
  const [failed, setFailed] = useState<{ file: File; sentence: string }>()
  const underWay = useRef<AbortController>(undefined)

  async function begin(file: File): Promise<void> {
    underWay.current?.abort()
    const controller = new AbortController()
    underWay.current = controller
    setFailed(undefined)
    setShare(0)
    try {
      const { url } = await uploadPicture(file, { onProgress: setShare, signal: controller.signal })
      if (!controller.signal.aborted) onDone(url)
    } catch (fault) {
      if (controller.signal.aborted) return
      if (!(fault instanceof CallFailure)) throw fault
      setFailed({ file, sentence: fault.message })
    } finally {
      if (underWay.current === controller) setShare(undefined)
    }
  }

  return { share, failed, begin, cancel: () => underWay.current?.abort(), dismiss: () => setFailed(undefined) }
}
