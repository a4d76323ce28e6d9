'use client'

import {
  type ComponentProps,
  type ComponentRef,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#components/ui/button.tsx'
import { fromEditor } from '#story-html/from-editor.ts'
import { escapeText } from '#story-html/html-tree.ts'
import { plainText } from '#story-html/plain-text.ts'
import { countWords } from '#story-html/reading-time.ts'
import { FormattingHint } from './rich-text/formatting-hint.tsx'
import { loadRichText, richTextIfLoaded } from './rich-text/load-rich-text.ts'
import { renderReadOnlyHtml } from './rich-text/read-only-blocks.ts'
import type { RichText, RichTextHandle, TypedText } from './rich-text/rich-text.tsx'
import { useEarlyTyping } from './use-early-typing.ts'

type EditorProps = ComponentProps<typeof RichText>
type Props = Omit<EditorProps, 'ref'> & { ref: Ref<RichTextHandle>; id: string; initialWords: number }

/**
 * The text of a story. The rich-text editor is large: until someone interacts with the page, and while it loads, an empty
 * story has a plain field in its place. Text typed there is saved, and continues in the editor. A text that exists is
 * shown as readers see it, and the editor loads at once.
 */
export function StoryTextField({ ref, id, initialHtml, initialWords, onChange, ...others }: Props) {
  const [Editor, setEditor] = useState(() => richTextIfLoaded())
  const [hasFailed, setHasFailed] = useState(false)
  /** Text set before the editor loaded, such as one that this device has kept: it is shown as readers see it. */
  const [held, setHeld] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const shown = useRef<HTMLElement>(null)
  // Before the text is read again, so that no text of this device takes the place of what is written here.
  const early = useEarlyTyping(shown, onChange)
  const handle = useRef<ComponentRef<typeof RichText>>(null)
  const isMissing = Editor === undefined

  const takePlace = useCallback(
    function takePlace(Loaded: typeof RichText) {
      // Don't replace the field while an input method is composing a word in it.
      if (document.documentElement.hasAttribute('data-composing')) {
        addEventListener('compositionend', () => setTimeout(() => takePlace(Loaded)), { once: true })
        return
      }
      const typed = area.current && typedIn(area.current)
      const place = early.take()
      flushSync(() => setEditor(() => Loaded))
      if (typed) handle.current?.begin(typed)
      if (place) handle.current?.resume(place)
    },
    [early],
  )

  const load = useCallback(() => {
    setHasFailed(false)
    loadRichText().then(
      (Loaded) => afterNextFrame(() => takePlace(Loaded)),
      () => setHasFailed(true),
    )
  }, [takePlace])

  const isOld = initialHtml !== ''
  usePageTouch(load, isMissing && !hasFailed && !isOld)
  useEffect(() => {
    if (!isOld || richTextIfLoaded()) return
    // In a task of its own: the page is taken over in this one.
    const timer = setTimeout(load)
    return () => clearTimeout(timer)
  }, [isOld, load])

  useLayoutEffect(() => {
    if (held === undefined || !shown.current) return
    shown.current.replaceChildren()
    renderReadOnlyHtml(shown.current, held)
  }, [held])

  useImperativeHandle(ref, () => {
    const plain = () => area.current?.value ?? ''
    return {
      getHtml: () => handle.current?.getHtml() ?? held ?? (area.current ? htmlOfPlainText(plain()) : initialHtml),
      setHtml(stored) {
        if (handle.current) return handle.current.setHtml(stored)
        flushSync(() => setHeld(stored))
        load()
      },
      focus: () => (handle.current ?? area.current ?? shown.current)?.focus(),
      wordCount() {
        if (handle.current) return handle.current.wordCount()
        if (held !== undefined) return countWords(plainText(held))
        return isOld ? initialWords : countWords(plain())
      },
      picturesToCome: () => handle.current?.picturesToCome() ?? 0,
    }
  }, [held, initialHtml, initialWords, isOld, load])

  if (Editor) return <Editor {...others} ref={handle} initialHtml={held ?? initialHtml} onChange={onChange} />
  const { label, placeholder, describedBy, isInvalid } = others
  return (
    <div className="relative">
      {isOld || held !== undefined ? (
        <section
          ref={shown}
          id={id}
          aria-label={label}
          aria-busy="true"
          tabIndex={-1}
          data-takes-keys
          onPointerUp={early.press}
          onKeyDown={early.type}
          onPaste={early.paste}
          className="prose min-h-80 cursor-text outline-none [&>:first-child]:mt-0 [&_:is(a,iframe)]:pointer-events-none"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised against an allow-list by the page
          dangerouslySetInnerHTML={{ __html: initialHtml }}
        />
      ) : (
        <textarea
          ref={area}
          id={id}
          defaultValue=""
          aria-label={label}
          placeholder={placeholder}
          aria-describedby={describedBy}
          aria-invalid={isInvalid ? true : undefined}
          onChange={onChange}
          className="prose field-sizing-content block min-h-80 w-full resize-none bg-transparent outline-none placeholder:text-faint"
        />
      )}
      <FormattingHint />
      <p role="status" className={hasFailed ? 'mt-2 text-danger' : undefined}>
        {hasFailed && (
          <>
            {isOld
              ? 'Your text is safe, but the editor didn’t load.'
              : 'What you write is saved, but the tools for formatting didn’t load.'}{' '}
            <Button look="link" onClick={load}>
              Try again
            </Button>
          </>
        )}
      </p>
    </div>
  )
}

/**
 * In a task of its own: what is pressed or painted comes first, and with the frame the page has handed over what was
 * typed before React ran (decision 031).
 */
function afterNextFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act))
}

function typedIn(area: HTMLTextAreaElement): TypedText {
  const { value: text, selectionStart, selectionEnd } = area
  return { text, selection: document.activeElement === area ? [selectionStart, selectionEnd] : undefined }
}

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'input', 'focusin', 'wheel'] as const

/** Runs `act` at the first interaction with the page, or at once if there was one; does nothing unless `isWaiting`. */
function usePageTouch(act: () => void, isWaiting: boolean): void {
  const touched = useEffectEvent(act)
  useEffect(() => {
    if (!isWaiting) return
    const ended = new AbortController()
    const listen = (event?: Event) => {
      // A new story opens with the caret in its title, which nobody has put there.
      if (event?.type === 'focusin' && isGivenFocus(event.target)) return
      ended.abort()
      touched()
    }
    for (const sign of signs) addEventListener(sign, listen, { capture: true, passive: true, signal: ended.signal })
    const focused = document.activeElement
    if (focused && focused !== document.body && !isGivenFocus(focused)) listen()
    return () => ended.abort()
  }, [isWaiting])
}

function isGivenFocus(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.hasAttribute('autofocus')
}

/** Plain text as stored HTML: a paragraph for every line. */
export function htmlOfPlainText(text: string): string {
  if (!text) return ''
  const paragraphs = text.split('\n').map((line) => `<p>${escapeText(line) || '<br>'}</p>`)
  return fromEditor(paragraphs.join(''))
}
