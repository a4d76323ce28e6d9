import { type DragEvent, useRef } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'

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
      <button type="button" onClick={() => chooser.current?.click()} className={buttonStyle.secondary}>
        {isThere ? 'Replace with a file' : 'Upload a picture'}
      </button>
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
