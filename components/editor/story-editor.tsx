'use client'

import { useEffect, useRef } from 'react'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { categoryName } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { storyFields } from '#contract/story-fields.ts'
import { uploadPicture } from '#lib/browser/upload-picture.ts'
import { readingMinutes } from '#story-html/reading-time.ts'
import { AutoResizeTextarea } from './auto-resize-textarea.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { EditorBar, ErrorBanner } from './editor-bar.tsx'
import type { StoryCollision } from './merge-story.ts'
import { PublishCheck } from './publish-check.tsx'
import { PublishSettings } from './publish-settings.tsx'
import { RecoveredNotice } from './recovered-notice.tsx'
import { RevisionsPanel } from './revisions-panel.tsx'
import { StoryImageField } from './story-image-field.tsx'
import { PreviewDialog, StoryPreview } from './story-preview.tsx'
import { StorySettings } from './story-settings.tsx'
import { StoryTextField } from './story-text-field.tsx'
import { type EditorInput, useStoryEditor } from './use-story-editor.ts'

const titleId = 'story-title'
const worrying = ['offline', 'signed-out', 'conflict', 'failed']

/** The editor of a story: its fields as they will be read, whether they are safe, and the actions. */
export function StoryEditor(input: EditorInput) {
  const editor = useStoryEditor(input)
  const { fields, errors, edited, saving, story, storyId, isBusy } = editor
  const { status, conflict, recovered, dismissed } = saving
  useEditorKeys({ onSave: editor.save, onPublish: editor.publish })

  return (
    <>
      <EditorBar
        sentence={status.sentence}
        isWorrying={worrying.includes(status.phase)}
        words={editor.glance.words}
        minutes={readingMinutes(editor.glance.words)}
        hasChangesBeside={editor.hasChangesBeside}
        isBusy={isBusy}
        onPreview={() => editor.open('preview')}
        onHistory={storyId || dismissed.length > 0 ? () => editor.open('history') : undefined}
        onSave={editor.save}
        onPublish={editor.publish}
      >
        {conflict && (
          <a href="#conflict" className="text-small text-link underline underline-offset-2">
            Choose what stays
          </a>
        )}
        {status.phase === 'signed-out' && (
          <a
            href={paths.login()}
            target="_blank"
            rel="noopener"
            className="text-small text-link underline underline-offset-2"
          >
            Log in again in a new tab
          </a>
        )}
        {editor.banner && <ErrorBanner {...editor.banner} onClose={editor.closeBanner} />}
      </EditorBar>
      <div
        data-keys={editorKeys}
        className="mx-auto flex w-full max-w-framed flex-col gap-6 px-4 pt-6 pb-24 md:px-6 md:pt-10"
      >
        <h1 className="sr-only">{story ? 'Edit story' : 'New story'}</h1>
        {recovered && (
          <RecoveredNotice
            keptAt={recovered.keptAt}
            isShown={recovered.isShown}
            onKeep={saving.takeRecovered}
            onDrop={saving.dismissRecovered}
          />
        )}
        {editor.foreignPublication && (
          <FormNotice kind="notice">
            Only its owner publishes in {editor.foreignPublication}. Your story will be published without a publication.
          </FormNotice>
        )}
        {conflict && <ConflictPanel collision={conflict.collision as StoryCollision} onResolve={saving.resolve} />}
        <AutoResizeTextarea
          label={storyFields.kicker.label}
          placeholder="Kicker, a short line above the title"
          value={fields.kicker ?? ''}
          most={storyFields.kicker.most}
          error={errors.kicker}
          onChange={(kicker) => edited({ kicker: kicker || null })}
          onEnter={() => document.getElementById(titleId)?.focus()}
          enterTo={titleId}
          className="-mb-5 text-ui font-semibold text-soft"
        />
        <AutoResizeTextarea
          id={titleId}
          label="Title"
          value={fields.title}
          most={storyFields.title.most}
          error={errors.title}
          onChange={(title) => edited({ title })}
          onEnter={editor.goToText}
          enterTo="story-text"
          className="font-serif text-heading font-semibold text-balance md:text-title"
        />
        <AutoResizeTextarea
          label="Subtitle"
          value={fields.sub_title}
          most={storyFields.subTitle.most}
          error={errors.sub_title}
          onChange={(sub_title) => edited({ sub_title })}
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
        <section aria-labelledby="about-story" className="flex flex-col gap-5 border-t border-line pt-8">
          <h2 id="about-story" className="font-serif text-lead font-semibold">
            About this story
          </h2>
          <StorySettings
            productName={input.productName}
            fields={fields}
            publications={editor.publications}
            slug={status.slug}
            nextSlug={editor.nextSlug}
            chosenSlug={status.chosenSlug ?? ''}
            errors={errors}
            onChange={edited}
            onSlug={editor.chooseSlug}
          />
        </section>
        <PublishSettings
          hints={editor.glance.hints}
          sends={editor.sends}
          onSends={editor.setSends}
          wasPublic={Boolean(story?.published_at)}
          mailedAs={{
            category: fields.category,
            // It does not appear in another person's publication.
            publication: editor.foreignPublication ? undefined : (fields.publication ?? undefined),
            storyId,
            names: {
              category: categoryName(fields.category, input.productName),
              publication: editor.publications.find(({ slug }) => slug === fields.publication)?.name,
              isOwn: !story || story.author_uuid === input.person.uuid,
            },
          }}
          unproven={input.person.email_proven ? undefined : input.person}
          plannedAt={editor.plannedAt}
          isBusy={isBusy}
          planError={errors.publish_at}
          onPlan={editor.plan}
          onDiscard={editor.hasChangesBeside ? editor.discard : undefined}
        />
      </div>
      {editor.opened?.what === 'preview' && (
        <PreviewDialog onClose={editor.close}>
          <StoryPreview text={editor.opened.text} words={editor.glance.words} story={story} author={input.person} />
        </PreviewDialog>
      )}
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

/** The shortcuts below; the page replays them if they were pressed before the scripts loaded (decision 031). */
const editorKeys = 'Mod+s Mod+enter'

/** Ctrl or Cmd with S saves and with Enter publishes, wherever in the editor the focus is. */
function useEditorKeys({ onSave, onPublish }: { onSave: () => void; onPublish: () => void }): void {
  const latest = useRef({ onSave, onPublish })
  latest.current = { onSave, onPublish }
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return
      const isSave = event.key.toLowerCase() === 's'
      if (!isSave && event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
      if (event.repeat || document.querySelector('dialog[open]')) return
      if (isSave) latest.current.onSave()
      else latest.current.onPublish()
    }
    addEventListener('keydown', act, true)
    return () => removeEventListener('keydown', act, true)
  }, [])
}
