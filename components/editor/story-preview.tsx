'use client'

import { useState } from 'react'
import { createPortal } from 'react-dom'
import { ArticleView } from '#components/article/article-view.tsx'
import { formatDay } from '#components/ui/format-date-time.ts'
import { FullScreenDialog } from '#components/ui/full-screen-dialog.tsx'
import { ProsePage } from '#components/ui/page-layouts.tsx'
import type { StoryText } from './saving/story-text.ts'
import { storyAsRead } from './story-as-read.ts'
import type { StoryEditorState } from './use-story-editor.ts'

const widths = { phone: 'max-w-[390px]', screen: 'max-w-full' } as const

type Props = { editor: StoryEditorState; text: StoryText }

/**
 * A story as its reader will see it. It has its own frame, so that style sheets see the chosen width; the frame runs no
 * scripts, and its links do nothing.
 */
export function StoryPreview({ editor, text }: Props) {
  const [width, setWidth] = useState<keyof typeof widths>('screen')
  const [body, setBody] = useState<HTMLElement>()
  const choices = (
    <fieldset className="flex gap-2">
      <legend className="sr-only">Width</legend>
      <WidthChoice name="Screen" isChosen={width === 'screen'} onChoose={() => setWidth('screen')} />
      <WidthChoice name="Phone" isChosen={width === 'phone'} onChoose={() => setWidth('phone')} />
    </fieldset>
  )
  return (
    <FullScreenDialog label="Preview" start={choices} closeName="Close preview" width="full" onClose={editor.close}>
      {() => (
        <div className="flex min-h-0 flex-1 bg-line">
          <iframe
            title="Preview of the story"
            sandbox="allow-same-origin"
            srcDoc="<!doctype html><html lang='en-GB'><head></head><body></body></html>"
            onLoad={(event) => setBody(dressed(event.currentTarget.contentDocument))}
            className={`mx-auto w-full bg-paper ${widths[width]}`}
          />
          {body &&
            createPortal(
              <div inert>
                {editor.sitePage ? (
                  <ProsePage {...sitePageAsRead(text)} />
                ) : (
                  <ArticleView article={storyAsRead(editor, text)} sanitisedHtml={text.content} url="" next={[]} />
                )}
              </div>,
              body,
            )}
        </div>
      )}
    </FullScreenDialog>
  )
}

/** The text of a page of the site, as if it were published now. */
function sitePageAsRead({ title, sub_title, content }: StoryText) {
  const changed = formatDay(new Date().toISOString())
  return { title: title || 'Untitled', intro: sub_title ?? undefined, changed, trustedHtml: content }
}

function WidthChoice({ name, isChosen, onChoose }: { name: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="h-11 rounded-full border border-transparent px-4 text-ui aria-pressed:border-edge aria-pressed:bg-raised aria-pressed:font-semibold"
    >
      {name}
    </button>
  )
}

/** The frame's body in the page's own clothes: its style sheets, its fonts and its theme. */
function dressed(frame: Document | null): HTMLElement | undefined {
  if (!frame) return undefined
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"]')) frame.head.append(sheet.cloneNode())
  const { className, dataset } = document.documentElement
  frame.documentElement.className = className
  if (dataset.theme) frame.documentElement.dataset.theme = dataset.theme
  return frame.body
}
