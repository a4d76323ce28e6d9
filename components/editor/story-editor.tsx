'use client'

import { useEffect, useEffectEvent } from 'react'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { paths } from '#contract/paths.ts'
import { sitePageTitle } from '#contract/site-pages.ts'
import { emptyText, fieldLabels, storyFields } from '#contract/story-fields.ts'
import { uploadPicture } from '#lib/browser/send-file.ts'
import { AutoResizeTextarea } from './auto-resize-textarea.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { EditorBar } from './editor-bar.tsx'
import type { StoryCollision } from './merge-story.ts'
import { PublishSettings } from './publish-settings.tsx'
import { PublishSheet } from './publishing/publish-sheet.tsx'
import { RecoveredNotice, RevisionsPanel } from './revisions-panel.tsx'
import { StoryImageField } from './story-image-field.tsx'
import { StoryPreview } from './story-preview.tsx'
import { StorySettings } from './story-settings.tsx'
import { StoryTextField } from './story-text-field.tsx'
import { type EditorInput, useStoryEditor } from './use-story-editor.ts'

const titleId = 'story-title'
const subtitleId = 'story-subtitle'
/** The specification's delay after a new draft is saved. */
const redirectDelayMs = 2_000

/** The editor of a story: its fields as they will be read, whether they are safe, and the actions. */
export function StoryEditor(input: EditorInput) {
  const editor = useStoryEditor(input)
  const { fields, errors, edited, saving, story, storyId } = editor
  const { conflict, recovered, dismissed } = saving
  const { publishing, sitePage } = editor
  useOwnAddress(saving.status.slug, publishing.published)
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
        {/* The pressed buttons go, so the focus goes on to what is written. */}
        {recovered && (
          <RecoveredNotice
            {...recovered}
            onKeep={() => {
              saving.takeRecovered()
              focus(titleId)
            }}
            onDrop={() => {
              saving.dismissRecovered()
              focus(titleId)
            }}
          />
        )}
        {sitePage && (
          <FormNotice kind="notice">
            <p>
              This is the text of the page{' '}
              <a href={`/${sitePage}`} className="underline underline-offset-2">
                {sitePageTitle(sitePage)}
              </a>
              . Readers see it once you publish it.
            </p>
          </FormNotice>
        )}
        {editor.mayNotPublish && (
          <FormNotice kind="notice">
            <p>
              You can write and save drafts here, but not publish them yet.{' '}
              <a href="/contact-us" target="_blank" rel="noopener" className="underline underline-offset-2">
                Ask us to let you publish
              </a>
              .
            </p>
          </FormNotice>
        )}
        {editor.foreignPublication && (
          <FormNotice kind="notice">
            Only its owner publishes in {editor.foreignPublication}. Your story will be published without a publication.
          </FormNotice>
        )}
        {conflict && (
          <ConflictPanel
            collision={conflict.collision as StoryCollision}
            onResolve={(text) => {
              saving.resolve(text)
              editor.goToText()
            }}
          />
        )}
        {!sitePage && (
          <AutoResizeTextarea
            {...line('kicker')}
            placeholder="Kicker, a short line above the title"
            onEnter={() => focus(titleId)}
            enterTo={titleId}
            className="-mb-5 text-ui font-semibold text-soft"
          />
        )}
        <AutoResizeTextarea
          {...line('title')}
          id={titleId}
          hasCaret={!story}
          onEnter={() => focus(subtitleId)}
          enterTo={subtitleId}
          className="font-serif text-heading font-semibold text-balance md:text-title"
        />
        <AutoResizeTextarea
          {...line('subTitle')}
          id={subtitleId}
          onEnter={editor.goToText}
          enterTo="story-text"
          className="font-serif text-text text-soft md:text-lead"
        />
        {!sitePage && (
          <StoryImageField
            url={fields.story_image}
            alt={fields.image_alt}
            error={errors.articleImage ?? errors.story_image}
            onChange={edited}
            onUpload={editor.noteImageUpload}
          />
        )}
        <div className="flex flex-col gap-2">
          <StoryTextField
            id="story-text"
            ref={editor.text}
            label="Story"
            placeholder="Write your story..."
            initialHtml={editor.initialHtml}
            initialWords={editor.initialWords}
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
        {!sitePage && (
          <>
            <StorySettings editor={editor} />
            <PublishSettings editor={editor} />
          </>
        )}
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
      {publishing.isOpen && <PublishSheet editor={editor} onGo={(field) => goTo(field, editor.goToText)} />}
    </>
  )
}

function focus(id: string): void {
  document.getElementById(id)?.focus()
}

/** The shortcuts below; the page replays them if they were pressed before the scripts loaded (decision 031). */
const editorKeys = 'Mod+s Mod+enter'

/** Moves the focus to a field of the story, also in a part of the page that is folded. */
function goTo(field: string, goToText: () => void): void {
  if (field === 'content') {
    goToText()
    return
  }
  const name = field === 'story_image' ? 'articleImage' : field
  const label = Object.entries(fieldLabels).find(([wire]) => wire === name)?.[1]
  const found =
    document.querySelector<HTMLElement>(`main [name="${name}"]`) ??
    document.querySelector<HTMLElement>(`main textarea[aria-label="${label}"]`)
  found?.closest('details')?.setAttribute('open', '')
  found?.focus()
}

/** Ctrl or Cmd with S saves and with Enter opens the publish sheet, wherever in the editor the focus is. */
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

/**
 * A draft that the server knows gets its own address, without loading it: a reload finds it again. After
 * publishing it is the story's own address.
 */
function useOwnAddress(slug: string | undefined, published: { slug: string } | undefined): void {
  const path = published ? paths.article(published.slug) : slug && paths.editArticle(slug)
  const delayMs = published ? 0 : redirectDelayMs
  useEffect(() => {
    if (!path || location.pathname === path) return
    const timer = setTimeout(() => history.replaceState(history.state, '', path), delayMs)
    return () => clearTimeout(timer)
  }, [path, delayMs])
}
