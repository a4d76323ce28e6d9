import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAction } from '#components/account/use-action.ts'
import { noteJustPublished } from '#components/article/just-published.ts'
import { productCategory } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import type { Publication } from '#contract/publications.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'
import type { CurrentUser } from '#contract/users.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { askAgain, useCall } from '#lib/browser/use-call.ts'
import { normaliseStory } from '#story-html/to-editor.ts'
import { findingsOf, hintsOf, missingOf } from './find-faults.ts'
import { mergeStory } from './merge-story.ts'
import type { RichTextHandle } from './rich-text/rich-text.tsx'
import { loadStory } from './saving/story-requests.ts'
import { emptyStory, type StoryText, textOf } from './saving/story-text.ts'
import { useSaving } from './saving/use-saving.ts'

export type EditorInput = {
  productName: string
  /** The edited story; undefined for a new one. */
  story?: WorkingCopy | undefined
  /** The publication that a new story is written for. */
  publication?: Pick<Publication, 'slug' | 'name' | 'owner_uuid'> | undefined
  person: CurrentUser
}
export type StoryEditorState = ReturnType<typeof useStoryEditor>
/** Everything of a story but its text, as in the form. */
type StoryFields = Omit<StoryText, 'content'>
export type Banner = {
  error: 'invalid' | 'other'
  /** The rest of what the server said. */
  reason?: string | undefined
  /** The text is retried automatically, so the banner is out of date once it is saved. */
  untilSaved?: boolean
}

const glanceDelayMs = 700

/** The editor's state and actions; `story-editor.tsx` renders them. */
export function useStoryEditor({ productName, story, publication, person }: EditorInput) {
  const isForeign = publication?.owner_uuid != null && publication.owner_uuid !== person.uuid
  const [initial] = useState<StoryText>(() => {
    // Normalise as the editor does, so that unchanged text compares as equal.
    if (story) return { ...textOf(story), content: normaliseStory(story.content) }
    const category = productCategory(productName)
    return { ...emptyStory, category, publication: isForeign ? null : (publication?.slug ?? null) }
  })
  const text = useRef<RichTextHandle>(null)
  const [fields, setFields] = useState<StoryFields>(initial)
  /** For callers outside of rendering. */
  const latest = useRef(fields)
  const { data: publications = [] } = useCall('GET /publications/user')
  const [sends, setSends] = useState(story?.sendNewsletter ?? false)
  /** The address that applies from the next publishing on. */
  const [nextSlug, setNextSlug] = useState(story?.next_slug ?? null)
  const [plannedAt, setPlannedAt] = useState(story?.publish_at ?? null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [banner, setBanner] = useState<Banner>()
  const [opened, setOpened] = useState<{ what: 'preview' | 'history'; text: StoryText }>()
  const [findings, setFindings] = useState<string[]>()
  const action = useAction()
  const isImageToCome = useRef(false)
  const [glance, setGlance] = useState<{ words: number; hints: string[] }>({ words: 0, hints: [] })

  const readText = (): StoryText => ({ ...latest.current, content: text.current?.getHtml() ?? initial.content })
  const look = useDebounced(() => setGlance({ words: text.current?.wordCount() ?? 0, hints: hintsOf(readText()) }))
  useEffect(look, [look])

  function change(part: Partial<StoryFields>) {
    latest.current = { ...latest.current, ...part }
    setFields(latest.current)
  }

  function showText({ content, ...others }: StoryText) {
    change(others)
    text.current?.setHtml(content)
    look()
  }

  const saving = useSaving({ person, story, initial, readText, showText, merge: mergeStory, asEdited: normaliseStory })
  const { status, failure } = saving
  const { storyId } = status
  const savedAt = status.savedAt
  useEffect(() => {
    if (savedAt !== undefined) setBanner((shown) => (shown?.untilSaved ? undefined : shown))
  }, [savedAt])

  function edited(part: Partial<StoryFields>) {
    change(part)
    touched(...Object.keys(part))
  }

  /** The errors of these fields may be out of date. */
  function touched(...names: string[]) {
    setErrors((before) =>
      names.some((name) => name in before)
        ? Object.fromEntries(Object.entries(before).filter(([field]) => !names.includes(field)))
        : before,
    )
    saving.changed()
    look()
  }

  const noteImageUpload = useCallback((isComing: boolean) => {
    isImageToCome.current = isComing
  }, [])

  /** Shows each field's fault beside it, and focuses the first one. */
  function point(faults: Record<string, string>) {
    flushSync(() => setErrors(faults))
    document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }

  /** Shows a call's failure beside its field or in the banner. @throws anything else. */
  async function explained(act: () => Promise<unknown>, about: Pick<Banner, 'untilSaved'> = {}): Promise<void> {
    try {
      await act()
    } catch (fault) {
      if (!(fault instanceof CallFailure)) throw fault
      const { status, message, fields = {} } = fault
      point(fields)
      setBanner({ error: [400, 409, 413].includes(status) ? 'invalid' : 'other', reason: message, ...about })
    }
  }

  /** Runs one action at a time, however often its key is pressed. */
  function whileBusy(act: () => Promise<unknown>): Promise<void> {
    return action.run('action', () => explained(act))
  }

  const extras = () => (status.chosenSlug === undefined ? {} : { slug: status.chosenSlug })

  /** The text alone is saved at any time. */
  function save() {
    if (status.chosenSlug === undefined) return explained(() => saving.saveNow(), { untilSaved: true })
    return whileBusy(async () => {
      const saved = await saving.saveNow(extras())
      if (saved) setNextSlug((await loadStory(saved.storyId)).next_slug)
    })
  }

  async function publish() {
    const missing = missingOf(readText())
    if (Object.keys(missing).length > 0) {
      point(missing)
      setBanner({ error: 'invalid', reason: Object.values(missing).join(' ') })
      return
    }
    const isPublic = story?.isDraft === false
    await whileBusy(async () => {
      const picturesToCome = (text.current?.picturesToCome() ?? 0) + Number(isImageToCome.current)
      const found = await findingsOf(readText(), { isPublic, picturesToCome })
      if (found.length === 0) await goOut()
      else setFindings(found)
    })
  }

  async function goOut() {
    const published = await saving.publish({ ...extras(), sendNewsletter: sends })
    if (sends) noteJustPublished(published.storyId)
    location.assign(paths.article(published.slug))
  }

  function plan(at: string | null) {
    return whileBusy(async () => {
      await saving.saveNow({ ...extras(), publish_at: at, sendNewsletter: sends })
      setPlannedAt(at)
    })
  }

  async function restore(revision: string) {
    if (!storyId) return
    const version = (await saving.saveNow())?.version
    await callBff('POST /contents/:id/revisions/:revision/restore', {
      params: { id: storyId, revision },
      body: { version },
    })
    saving.adopt(await loadStory(storyId))
    await askAgain('GET /contents/:id/revisions', { params: { id: storyId }, query: { limit: 100 } })
  }

  function discard() {
    if (!storyId || !confirm('Discard the unpublished changes? They stay in the history.')) return
    return whileBusy(async () => {
      // Save first, so that the history has the latest text too.
      await saving.saveNow()
      await callBff('POST /contents/:id/discard', { params: { id: storyId }, body: {} })
      location.reload()
    })
  }

  return {
    ...{
      story,
      storyId,
      text,
      initialHtml: initial.content,
      fields,
      edited,
      textEdited: () => touched('content'),
      noteImageUpload,
      errors: { ...failure?.fields, ...errors },
      banner,
      saving,
      glance,
    },
    ...{
      productName,
      person,
      publications,
      nextSlug,
      sends,
      setSends,
      plannedAt,
      isBusy: action.busy !== undefined,
      findings,
      opened,
    },
    ...{ save, publish, publishNow: () => whileBusy(goOut), plan, restore, discard },
    hasChangesBeside: story?.isDraft === false && (story.has_unpublished_changes || status.version !== story.version),
    /** The writer was asked to write for it, which only its owner can. */
    foreignPublication: isForeign ? publication?.name : undefined,
    closeBanner: useCallback(() => setBanner(undefined), []),
    closeFindings: () => setFindings(undefined),
    chooseSlug: (slug: string) => {
      setErrors(({ slug: _, ...others }) => others)
      saving.chooseSlug(slug)
    },
    open: (what: 'preview' | 'history') => setOpened({ what, text: readText() }),
    close: () => setOpened(undefined),
    goToText: () => text.current?.focus(),
  }
}

/** Debounces `act`: it runs a moment after the last request. */
function useDebounced(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), glanceDelayMs)
  }, [])
}
