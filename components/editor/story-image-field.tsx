'use client'

import { useId, useRef, useState } from 'react'
import { StoryImage } from '#components/article/story-image.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Field } from '#components/ui/field.tsx'
import { isImageAddress } from '#contract/image-address.ts'
import { storyLimits } from '#contract/story-limits.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { uploadPicture } from '#lib/browser/upload-picture.ts'

type Props = {
  url: string | null
  alt: string | null
  error?: string | undefined
  onChange: (change: { story_image?: string | null; image_alt?: string | null }) => void
}

/** The picture above a story: by its address, or a file that is uploaded. */
export function StoryImageField({ url, alt, error, onChange }: Props) {
  const upload = useUpload((address) => onChange({ story_image: address }))
  const chooser = useRef<HTMLInputElement>(null)
  const altId = useId()
  const isShown = url !== null && isImageAddress(url)

  return (
    <section
      aria-label="Story image"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files
        if (!file) return
        event.preventDefault()
        upload.begin(file)
      }}
      className="flex flex-col gap-3"
    >
      {isShown && (
        <figure className="w-full">
          <StoryImage
            key={url}
            url={url}
            alt={alt ?? ''}
            sizes="(min-width: 728px) 680px, 100vw"
            fetched="first"
            className="aspect-video w-full rounded-card"
          />
        </figure>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <Field
            name="articleImage"
            label="Story image URL"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={url ?? ''}
            maxLength={storyLimits.address}
            error={
              error ?? (url && !isShown ? 'Please enter an address that begins with https:// or http://.' : undefined)
            }
            onChange={(event) => onChange({ story_image: event.target.value.trim() || null })}
          />
        </div>
        <button type="button" onClick={() => chooser.current?.click()} className={buttonStyle.secondary}>
          {isShown ? 'Replace with a file' : 'Upload a picture'}
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
            if (file) upload.begin(file)
          }}
        />
        {isShown && (
          <button
            type="button"
            onClick={() => onChange({ story_image: null })}
            className="h-11 px-2 text-ui text-soft underline underline-offset-2 hover:text-ink"
          >
            Remove
          </button>
        )}
      </div>
      <UploadState upload={upload} />
      {isShown && (
        <div className="flex flex-col gap-1.5">
          <label htmlFor={altId} className="text-ui font-semibold">
            What the picture shows
          </label>
          <input
            id={altId}
            value={alt ?? ''}
            maxLength={storyLimits.imageAlt}
            onChange={(event) => onChange({ image_alt: event.target.value || null })}
            className="h-11 w-full rounded-card border border-edge bg-raised px-3 text-field hover:border-ink"
          />
          <p className="text-small text-faint">One sentence for readers who cannot see it.</p>
        </div>
      )}
    </section>
  )
}

type Upload = ReturnType<typeof useUpload>

function useUpload(onDone: (address: string) => void) {
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

function UploadState({ upload: { share, failed, begin, cancel, dismiss } }: { upload: Upload }) {
  if (share !== undefined) {
    return (
      <p className="flex items-center gap-3 text-small text-soft">
        <progress value={share} max={1} aria-label="Upload" className="h-2 flex-1" />
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
