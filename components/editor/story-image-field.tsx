'use client'

import { useEffect } from 'react'
import { StoryImage } from '#components/article/story-image.tsx'
import { ChooseFile, takesDrops, UploadState, usePictureUpload } from '#components/pictures/picture-upload.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { isImageAddress } from '#contract/image-address.ts'
import { storyFields } from '#contract/story-fields.ts'

type Props = {
  url: string | null
  alt: string | null
  error?: string | undefined
  onChange: (change: { story_image?: string | null; image_alt?: string | null }) => void
  /** Called when an upload starts and ends. */
  onUpload: (isUnderWay: boolean) => void
}

/** The picture above a story: a file that is uploaded, or its address. */
export function StoryImageField({ url, alt, error, onChange, onUpload }: Props) {
  const upload = usePictureUpload((address) => onChange({ story_image: address }))
  const isUnderWay = upload.share !== undefined
  useEffect(() => onUpload(isUnderWay), [onUpload, isUnderWay])
  const isShown = url !== null && isImageAddress(url)

  return (
    <section ref={keepFocus} aria-label="Story image" {...takesDrops(upload.begin)} className="flex flex-col gap-3">
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
      <div className="flex flex-wrap items-center gap-x-3">
        <ChooseFile isThere={isShown} onFile={upload.begin} />
        {isShown && (
          <Button
            look="link"
            onClick={() => onChange({ story_image: null })}
            className="h-11 px-2 text-ui text-soft hover:text-ink"
          >
            Remove
          </Button>
        )}
      </div>
      <UploadState upload={upload} />
      <Field
        name="articleImage"
        label="Story image URL"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={url ?? ''}
        maxLength={storyFields.storyImage.most}
        help="Or paste the address of a picture."
        error={error ?? (url && !isShown ? 'Please enter an address that starts with https:// or http://.' : undefined)}
        onChange={(event) => onChange({ story_image: event.target.value.trim() || null })}
      />
      {isShown && (
        <Field
          name="image_alt"
          label={storyFields.imageAlt.label}
          value={alt ?? ''}
          maxLength={storyFields.imageAlt.most}
          help="One sentence for readers who can’t see it."
          onChange={(event) => onChange({ image_alt: event.target.value || null })}
        />
      )}
    </section>
  )
}
