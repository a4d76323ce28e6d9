'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useModal } from '#components/ui/full-screen-dialog.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { paths } from '#contract/paths.ts'
import { mailedAs } from '../publish-settings.tsx'
import { useAudience } from '../send-newsletter.tsx'
import type { StoryEditorState } from '../use-story-editor.ts'
import { publishLabel } from './describe-publishing.ts'
import { CardPreview, PublishChoices } from './publish-choices.tsx'
import { PublishFailure, PublishFaults } from './publish-faults.tsx'
import { PublishedNotice } from './published-notice.tsx'

type Props = { editor: StoryEditorState; onGo: (field: string) => void }

/** Opens on Publish: how the story will look, who gets it, when, and what is missing; then, that it is out. */
export function PublishSheet({ editor, onGo }: Props) {
  const { publishing } = editor
  const { published } = publishing
  const leave = () => (published ? location.assign(paths.article(published.slug)) : publishing.close())
  const { dialog, close } = useModal(leave)
  return (
    <dialog
      ref={dialog}
      aria-labelledby="publish-sheet"
      onClose={leave}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-paper text-ink backdrop:bg-paper/80 md:m-auto md:h-fit md:max-h-[92dvh] md:max-w-rows md:rounded-card md:border md:border-line md:shadow-menu"
    >
      {published ? (
        <PublishedNotice published={published} editor={editor} />
      ) : (
        <BeforePublishing
          editor={editor}
          onClose={close}
          onGo={(field) => {
            close()
            onGo(field)
          }}
        />
      )}
    </dialog>
  )
}

type BeforeProps = { editor: StoryEditorState; onClose: () => void; onGo: (field: string) => void }

function BeforePublishing({ editor, onClose, onGo }: BeforeProps) {
  const { publishing, isBusy, saving } = editor
  const { at, sends, isPublic } = publishing
  const { data: audience } = useAudience(mailedAs(editor), true)
  const planned = at ? new Date(at) : undefined
  const isTime = planned !== undefined && !Number.isNaN(planned.getTime())
  const label = publishLabel({ isPublic, at: isTime ? planned : undefined, audience: sends ? audience : undefined })
  const confirm = () => publishing.confirm(sends ? audience : undefined)
  useConfirmKey(confirm)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="flex h-full max-h-[inherit] flex-col">
      <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 md:px-6">
        <h2 id="publish-sheet" ref={heading} tabIndex={-1} className="font-serif text-lead font-semibold outline-none">
          {isPublic ? 'Update this story' : 'Publish this story'}
        </h2>
        <button
          type="button"
          onClick={onClose}
          className="flex h-11 shrink-0 items-center gap-2 rounded-full px-3 text-ui font-semibold hover:bg-line"
        >
          <Icon name="close" />
          <span>
            Back<span className="max-md:sr-only"> to the text</span>
          </span>
        </button>
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-4 py-5 md:px-6">
        <PublishFailure editor={editor} onClose={onClose} />
        <CardPreview editor={editor} />
        <PublishFaults editor={editor} onGo={onGo} />
        <PublishChoices editor={editor} />
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 border-t border-line px-4 py-3 md:px-6">
        <p role="status" className="me-auto text-small text-soft">
          {isBusy ? saving.status.sentence : ''}
        </p>
        <kbd className="font-sans text-small text-faint pointer-coarse:hidden">Ctrl + Enter</kbd>
        <Button
          look="primary"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          isBusy={isBusy}
          disabled={saving.conflict !== undefined}
          onClick={confirm}
          className="h-auto min-h-11 py-2 text-balance max-md:w-full"
        >
          {label}
        </Button>
      </footer>
    </div>
  )
}

/** The same shortcut that opens the sheet confirms it, when it is pressed again and not only held. */
function useConfirmKey(confirm: () => void): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (isShortcut && !event.repeat && !event.isComposing) confirm()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])
}
