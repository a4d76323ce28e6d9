import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAction } from '#components/account/use-action.ts'
import { type Category, ownCategory } from '#contract/categories.ts'
import type { Publication } from '#contract/publications.ts'
import type { SitePage } from '#contract/site-pages.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'
import type { CurrentUser } from '#contract/users.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { askAgain, useCall } from '#lib/browser/use-call.ts'
import { normaliseStory } from '#story-html/to-editor.ts'
import { editorErrorOf } from './editor-errors.ts'
import { mergeStory } from './merge-story.ts'
import { usePublishing } from './publishing/use-publishing.ts'
import type { RichTextHandle } from './rich-text/rich-text.tsx'
import type { SavingStatus } from './saving/saving-view.ts'
import { loadStory } from './saving/story-requests.ts'
import { emptyStory, type StoryText, textOf } from './saving/story-text.ts'
import { useSaving } from './saving/use-saving.ts'
import { useGlance } from './use-glance.ts'

export type EditorInput = {
  categories: readonly Category[]
  /** The edited story; undefined for a new one. Its text is as the editor writes it (`normaliseStory`). */
  story?: WorkingCopy | undefined
  /** How many words its text has. */
  words?: number
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

/** The editor's state and actions; `story-editor.tsx` renders them. */
export function useStoryEditor({ categories, story, words = 0, publication, person }: EditorInput) {
  const isForeign = publication?.owner_uuid != null && publication.owner_uuid !== person.uuid
  const [initial] = useState<StoryText>(() => {
    if (story) return textOf(story)
    const category = ownCategory(categories)
    return { ...emptyStory, category, publication: isForeign ? null : (publication?.slug ?? null) }
  })
  const text = useRef<RichTextHandle>(null)
  const [fields, setFields] = useState<StoryFields>(initial)
  /** For callers outside of rendering. */
  const latest = useRef(fields)
  const { data: publications = [] } = useCall('GET /publications/user')
  /** The address that applies from the next publishing on. */
  const [nextSlug, setNextSlug] = useState(story?.next_slug ?? null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [banner, setBanner] = useState<Banner>()
  const [opened, setOpened] = useState<{ what: 'preview' | 'history'; text: StoryText }>()
  const action = useAction()
  const isImageToCome = useRef(false)
  const readText = (): StoryText => ({ ...latest.current, content: text.current?.getHtml() ?? initial.content })
  const { glance, wordCount, look, count } = useGlance(initial, words, readText, () => text.current?.wordCount() ?? 0)

  function change(part: Partial<StoryFields>) {
    latest.current = { ...latest.current, ...part }
    setFields(latest.current)
  }

  function showText({ content, ...others }: StoryText) {
    change(others)
    text.current?.setHtml(content)
    look()
  }

  /** For the save engine, which reads once a second while someone types: the count of words keeps up with that. */
  function readAndCount() {
    count()
    return readText()
  }

  const saving = useSaving({
    person,
    story,
    initial,
    readText: readAndCount,
    showText,
    merge: mergeStory,
    asEdited: normaliseStory,
  })
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
    clearError(...names)
    saving.changed()
    look()
  }

  function clearError(...names: string[]) {
    setErrors((before) =>
      names.some((name) => name in before)
        ? Object.fromEntries(Object.entries(before).filter(([field]) => !names.includes(field)))
        : before,
    )
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
      setBanner({ error: editorErrorOf(status), reason: message, ...about })
    }
  }

  const picturesToCome = () => (text.current?.picturesToCome() ?? 0) + Number(isImageToCome.current)
  const publishing = usePublishing({ story, saving, action, readText, picturesToCome, glance, setErrors })
  const hasChangesBeside = useChangesBeside(story, status)

  /** Runs one action at a time, however often its key is pressed. */
  function whileBusy(act: () => Promise<unknown>): Promise<void> {
    return action.run('action', async () => {
      await publishing.choiceSaved()
      await explained(act)
    })
  }

  /** The text alone is saved at any time. */
  function save() {
    const { chosenSlug } = status
    if (chosenSlug === undefined) return explained(() => saving.saveNow(), { untilSaved: true })
    return whileBusy(async () => {
      const saved = await saving.saveNow({ slug: chosenSlug })
      if (saved) setNextSlug((await loadStory(saved.storyId)).next_slug)
    })
  }

  /** Shows the text of a page of the site to its readers, and leads there. */
  function publishAt(page: SitePage) {
    return whileBusy(async () => {
      const saved = await saving.saveNow()
      // The status says why it was not saved.
      if (!saved) return
      const { version } = saved
      await callBff('POST /dashboard/texts/:page/publish', { params: { page }, body: { version } })
      location.assign(`/${page}`)
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
    if (!storyId || action.busy !== undefined || !confirm('Discard the unpublished changes? They stay in the history.'))
      return
    return whileBusy(async () => {
      // Save first, so that the history has the latest text too.
      await saving.saveNow()
      await callBff('POST /contents/:id/discard', { params: { id: storyId }, body: {} })
      location.reload()
    })
  }

  const sitePage = story?.site_page as SitePage | null | undefined

  return {
    ...{
      story,
      storyId,
      text,
      initialHtml: initial.content,
      initialWords: words,
      fields,
      edited,
      textEdited: () => touched('content'),
      noteImageUpload,
      errors: { ...failure?.fields, ...errors },
      banner,
      saving,
      glance,
      wordCount,
    },
    ...{
      categories,
      person,
      publications,
      nextSlug,
      readText,
      publishing,
      isBusy: action.busy !== undefined,
      opened,
    },
    /** The page of the site whose text this is. */
    sitePage: sitePage ?? undefined,
    publish: sitePage ? () => void publishAt(sitePage) : publishing.open,
    ...{ save, restore, discard, cancelPlan: () => whileBusy(publishing.cancelPlan) },
    hasChangesBeside,
    /** An administrator must let the writer publish first; what was public once stays its author's to publish. */
    mayNotPublish: !person.may_publish && !story?.published_at,
    /** The writer was asked to write for it, which only its owner can. */
    foreignPublication: isForeign ? publication?.name : undefined,
    closeBanner: useCallback(() => setBanner(undefined), []),
    clearError,
    chooseSlug: (slug: string) => {
      clearError('slug')
      saving.chooseSlug(slug)
    },
    open: (what: 'preview' | 'history') => setOpened({ what, text: readText() }),
    close: () => setOpened(undefined),
    goToText: () => text.current?.focus(),
  }
}

/** Whether a published story has a text beside it, also one that was published elsewhere in the meantime. */
function useChangesBeside(story: WorkingCopy | undefined, { isPublic, version }: SavingStatus): boolean {
  const wasPublic = useRef(isPublic)
  const publicVersion = useRef(story?.has_unpublished_changes ? undefined : story?.version)
  if (isPublic && !wasPublic.current) publicVersion.current = version
  wasPublic.current = isPublic
  return isPublic && version !== publicVersion.current
}
