'use client'

import { useEffect, useEffectEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { useModal } from '#components/ui/full-screen-dialog.tsx'
import { paths } from '#contract/paths.ts'
import { emptyText, storyFields } from '#contract/story-fields.ts'
import { uploadPicture } from '#lib/browser/send-file.ts'
import { AutoResizeTextarea } from './auto-resize-textarea.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { EditorBar } from './editor-bar.tsx'
import type { StoryCollision } from './merge-story.ts'
import { PublishSettings } from './publish-settings.tsx'
import { RecoveredNotice, RevisionsPanel } from './revisions-panel.tsx'
import { StoryImageField } from './story-image-field.tsx'
import { StoryPreview } from './story-preview.tsx'
import { StorySettings } from './story-settings.tsx'
import { StoryTextField } from './story-text-field.tsx'
import { type EditorInput, useStoryEditor } from './use-story-editor.ts'

const titleId = 'story-title'
/** The specification's delay after a new draft is saved. */
const redirectDelayMs = 2_000

/** The editor of a story: its fields as they will be read, whether they are safe, and the actions. */
export function StoryEditor(input: EditorInput) {
  const editor = useStoryEditor(input)
  const { fields, errors, edited, saving, story, storyId } = editor
  const { conflict, recovered, dismissed } = saving
  useEditAddress(saving.status.slug)
  useEditorKeys({ onSave: editor.save, onPublish: editor.publish })

  /** The props of a field that is one line. */
  function line(name: 'kicker' | 'title' | 'subTitle') {
    const { wire, label, most } = storyFields[name]
    const onChange = (written: string) => edited({ [wire]: written || emptyText[wire] })
    return { label, most, value: fields[wire] ?? '', error: errors[wire], onChange }
  }

  return (
    <>
      <EditorBar editor={editor} />
      <div
        data-keys={editorKeys}
        className="mx-auto flex w-full max-w-framed flex-col gap-6 px-4 pt-6 pb-24 md:px-6 md:pt-10"
      >
        <h1 className="sr-only">{story ? 'Edit story' : 'New story'}</h1>
        {recovered && <RecoveredNotice {...recovered} onKeep={saving.takeRecovered} onDrop={saving.dismissRecovered} />}
        {editor.foreignPublication && (
          <FormNotice kind="notice">
            Only its owner publishes in {editor.foreignPublication}. Your story will be published without a publication.
          </FormNotice>
        )}
        {conflict && <ConflictPanel collision={conflict.collision as StoryCollision} onResolve={saving.resolve} />}
        <AutoResizeTextarea
          {...line('kicker')}
          placeholder="Kicker, a short line above the title"
          onEnter={() => document.getElementById(titleId)?.focus()}
          enterTo={titleId}
          className="-mb-5 text-ui font-semibold text-soft"
        />
        <AutoResizeTextarea
          {...line('title')}
          id={titleId}
          onEnter={editor.goToText}
          enterTo="story-text"
          className="font-serif text-heading font-semibold text-balance md:text-title"
        />
        <AutoResizeTextarea
          {...line('subTitle')}
          onEnter={editor.goToText}
          enterTo="story-text"
          className="font-serif text-text text-soft md:text-lead"
        />
        <StoryImageField
          url={fields.story_image}
          alt={fields.image_alt}
          error={errors.articleImage ?? errors.story_image}
          onChange={edited}
          onUpload={editor.noteImageUpload}
        />
        <div className="flex flex-col gap-2">
          <StoryTextField
            id="story-text"
            ref={editor.text}
            label="Story"
            placeholder="Write your story..."
            initialHtml={editor.initialHtml}
            describedBy={errors.content && 'story-fault'}
            isInvalid={errors.content !== undefined}
            onChange={editor.textEdited}
            upload={uploadPicture}
          />
          {errors.content && (
            <p id="story-fault" className="text-small text-danger">
              {errors.content}
            </p>
          )}
        </div>
        <StorySettings editor={editor} />
        <PublishSettings editor={editor} />
      </div>
      {editor.opened?.what === 'preview' && <StoryPreview editor={editor} text={editor.opened.text} />}
      {editor.opened?.what === 'history' && (
        <RevisionsPanel
          storyId={storyId}
          onDevice={dismissed}
          presentHtml={editor.opened.text.content}
          onRestore={editor.restore}
          onTakeBack={saving.takeBack}
          onClose={editor.close}
        />
      )}
      {editor.findings && (
        <PublishCheck findings={editor.findings} onPublish={editor.publishNow} onClose={editor.closeFindings} />
      )}
    </>
  )
}

type CheckProps = { findings: readonly string[]; onPublish: () => void; onClose: () => void }

/** Asks before a story is published with something that writers usually want to fix first. */
function PublishCheck({ findings, onPublish, onClose }: CheckProps) {
  const { dialog, close } = useModal(onClose)
  const publish = () => {
    close()
    onPublish()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby="publish-check"
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-form rounded-card border border-line bg-raised p-6 text-ink shadow-menu backdrop:bg-paper/80"
    >
      <h2 id="publish-check" className="font-serif text-lead font-semibold">
        Before you publish
      </h2>
      <ul className="mt-3 flex list-disc flex-col gap-2 ps-5 text-ui">
        {findings.map((finding) => (
          <li key={finding} className="wrap-anywhere">
            {finding}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={close}>Go back</Button>
        <Button look="primary" onClick={publish}>
          Publish anyway
        </Button>
      </div>
    </dialog>
  )
}

/** The shortcuts below; the page replays them if they were pressed before the scripts loaded (decision 031). */
const editorKeys = 'Mod+s Mod+enter'

/** Ctrl or Cmd with S saves and with Enter publishes, wherever in the editor the focus is. */
function useEditorKeys({ onSave, onPublish }: { onSave: () => void; onPublish: () => void }): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return
    const isSave = event.key.toLowerCase() === 's'
    if (!isSave && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat || document.querySelector('dialog[open]')) return
    if (isSave) onSave()
    else onPublish()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])
}

/** A draft that the server knows gets its own address, without loading it: a reload finds it again. */
function useEditAddress(slug: string | undefined): void {
  useEffect(() => {
    if (!slug || location.pathname === paths.editArticle(slug)) return
    const go = () => history.replaceState(history.state, '', paths.editArticle(slug))
    const timer = setTimeout(go, redirectDelayMs)
    return () => clearTimeout(timer)
  }, [slug])
}
