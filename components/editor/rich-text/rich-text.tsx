'use client'

import { fromEditor } from '#story-html/from-editor.ts'
import { countWords } from '#story-html/reading-time.ts'
import { toEditor } from '#story-html/to-editor.ts'
import { addBubbleForms, choosePictures, editDescription, editLink, markPictures } from './bubble-forms.ts'
import { FormattingHint } from './formatting-hint.tsx'
import { addInlineMarkdown } from './inline-markdown.ts'
import { insertDivider } from './insert-block.ts'
import { addInsertMenu } from './insert-menu.ts'
import { keepInView } from './keep-in-view.ts'
import { addKeys, addMarkdownHabits, keyboardOptions } from './keyboard.ts'
import { addPictureFields } from './picture-fields.ts'
import { PictureUploads, type Upload, uploadsOf } from './picture-uploads.ts'
import './rich-text.css'
import type Quill from 'quill'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import ReactQuill from 'react-quill'
import type { EarlyTyping } from '../use-early-typing.ts'
import { resumeTyping } from './resume-typing.ts'
import { replaceText } from './story-clipboard.ts'
import { registerStoryFormats, storyFormats } from './story-formats.ts'
import { bubbleOf, makeToolbarAccessible, stayAboveKeyboard, toolbarControls } from './toolbar.ts'

registerStoryFormats()

/** Plain text typed before the editor loaded; `selection` in UTF-16 code units, if the field has the focus. */
export type TypedText = { text: string; selection: [from: number, until: number] | undefined }

export type RichTextHandle = {
  /** In the form that is stored. It reads the whole document: for saving, not for every key. */
  getHtml(): string
  /** Replaces the text; unchanged parts stay, with the caret and the undo history. No `onChange`. */
  setHtml(stored: string): void
  focus(): void
  wordCount(): number
  /** The number of placeholders whose picture is still uploading, or failed to. */
  picturesToCome(): number
}

type RichTextStart = {
  /** Takes over the text and the selection of the plain field. No `onChange`. */
  begin(typed: TypedText): void
  /** Takes over what was written into the shown text, and its selection. */
  resume(typing: EarlyTyping): void
}

type Props = {
  /** In the form that is stored. Read once. */
  initialHtml: string
  label: string
  placeholder?: string
  describedBy?: string | undefined
  isInvalid?: boolean
  /** The writer changed something. Called at every key. */
  onChange: () => void
  /** Uploads a picture; without it a picture is given by its address. */
  upload?: Upload
  ref: Ref<RichTextHandle & RichTextStart>
}

/** The text of a story, written as it will be read. */
export function RichText({
  initialHtml,
  label,
  placeholder = 'Write your story...',
  describedBy,
  isInvalid = false,
  onChange,
  upload,
  ref,
}: Props) {
  const editor = useRef<QuietReactQuill>(null)
  const [notice, setNotice] = useState('')
  // Quill is created again when these change.
  const [start] = useState(() => ({ html: toEditor(initialHtml), modules: modules() }))
  const latestUpload = useRef(upload)
  const latestEdited = useRef(onChange)
  useEffect(() => {
    latestUpload.current = upload
    latestEdited.current = onChange
  }, [upload, onChange])

  useEffect(() => {
    const quill = editor.current?.getEditor()
    if (!quill) return
    const uploads = new PictureUploads(quill, () => latestUpload.current, setNotice)
    makeToolbarAccessible(quill)
    addBubbleForms(quill)
    keepInView(quill)
    addKeys(quill)
    addMarkdownHabits(quill)
    addInlineMarkdown(quill)
    addInsertMenu(quill)
    addPictureFields(quill, () => latestEdited.current())
    markPictures(quill)
    quill.history.clear()
    const stop = stayAboveKeyboard(bubbleOf(quill).root)
    return () => {
      stop()
      uploads.stopAll()
    }
  }, [])

  useEffect(() => {
    const root = editor.current?.getEditor().root
    root?.classList.add('prose')
    const attributes = {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': isInvalid ? 'true' : undefined,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value) root?.setAttribute(name, value)
      else root?.removeAttribute(name)
    }
  }, [label, describedBy, isInvalid])

  useImperativeHandle(ref, () => {
    const quill = () => {
      const made = editor.current?.getEditor()
      if (!made) throw new Error('The editor is not there yet.')
      return made
    }
    return {
      begin({ text, selection }) {
        if (text) quill().setText(text, 'api')
        quill().history.clear()
        if (!selection) return
        const [from, until] = selection
        quill().setSelection(from, until - from, 'user')
      },
      resume: (typing) => resumeTyping(quill(), typing),
      getHtml: () => fromEditor(quill().root.innerHTML),
      setHtml: (stored) => replaceText(quill(), stored),
      focus: () => quill().focus(),
      wordCount: () => countWords(quill().getText()),
      picturesToCome: () => uploadsOf(quill())?.ids().length ?? 0,
    }
  }, [])

  return (
    <div className="rich-text">
      <QuietReactQuill
        ref={editor}
        theme="bubble"
        useSemanticHTML={false}
        defaultValue={start.html}
        placeholder={placeholder}
        formats={storyFormats}
        modules={start.modules}
        onChange={(_, __, source) => source === 'user' && onChange()}
      />
      <FormattingHint />
      <p role="status" className="rich-text-notice">
        {notice}
      </p>
    </div>
  )
}

type Toolbar = { quill: Quill }

function modules() {
  return {
    toolbar: {
      container: toolbarControls,
      handlers: {
        link(this: Toolbar, value: unknown) {
          if (value) editLink(this.quill)
          else this.quill.format('link', false, 'user')
        },
        video(this: Toolbar) {
          bubbleOf(this.quill).edit('video')
        },
        image(this: Toolbar) {
          choosePictures(this.quill)
        },
        divider(this: Toolbar) {
          insertDivider(this.quill)
        },
        alt(this: Toolbar) {
          editDescription(this.quill)
        },
      },
    },
    keyboard: keyboardOptions,
    history: { userOnly: true, maxStack: 500 },
  }
}

/** React Quill without its copy of the text: by default it serialises the whole document at every key. */
class QuietReactQuill extends ReactQuill {
  constructor(props: ReactQuill.ReactQuillProps) {
    super(props)
    this.onEditorChange = (name, rangeOrDelta, _, source) => {
      if (!this.unprivilegedEditor) return
      if (name === 'text-change') this.props.onChange?.('', rangeOrDelta as never, source, this.unprivilegedEditor)
      else this.onEditorChangeSelection(rangeOrDelta as never, source, this.unprivilegedEditor)
    }
  }
}
