import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { useAction } from '#components/account/use-action.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { type Finding, findingsOf, missingOf } from '../find-faults.ts'
import type { SavedStory } from '../saving/saving-view.ts'
import type { StoryText } from '../saving/story-text.ts'
import type { useSaving } from '../saving/use-saving.ts'
import { type Audience, fieldTime, tomorrowMorning } from './describe-publishing.ts'
import { keepChoices, readChoices } from './kept-choices.ts'

type Given = {
  story: WorkingCopy | undefined
  saving: ReturnType<typeof useSaving>
  action: ReturnType<typeof useAction>
  readText: () => StoryText
  /** Pictures that are in the editor and not in the text yet. */
  picturesToCome: () => number
  /** A new value whenever the text was looked at again. */
  glance: unknown
  setErrors: (errors: Record<string, string>) => void
}

/** A story that went out from this page. */
export type Published = Pick<SavedStory, 'storyId' | 'slug'> & {
  isUpdate: boolean
  /** The people who were to get it by email when the button was pressed. */
  audience: Audience | undefined
}

/** The sheet that opens on Publish: its choices, what it finds, and what comes of it. */
export function usePublishing({ story, saving, action, readText, picturesToCome, glance, setErrors }: Given) {
  const { status, saveNow, publish, checkSession } = saving
  const { storyId, isPublic } = status
  const [kept] = useState(() => (story ? readChoices(story._id) : {}))
  const [plannedAt, setPlannedAt] = useState(story?.publish_at ?? null)
  /** The plan was cancelled a moment ago. */
  const [isPlanCancelled, setIsPlanCancelled] = useState(false)
  const [sends, setSends] = useState(kept.sends ?? story?.sendNewsletter ?? false)
  const [at, setAt] = useState(kept.at ?? (plannedAt ? fieldTime(new Date(plannedAt)) : undefined))
  const [isOpen, setIsOpen] = useState(false)
  const [published, setPublished] = useState<Published>()
  const [failure, setFailure] = useState<CallFailure>()
  const [missing, setMissing] = useState<Record<string, string>>({})
  const [findings, setFindings] = useState<Finding[]>()
  /** The last question that was asked about the text. */
  const asked = useRef<unknown>(undefined)
  const isPublicHere = useRef(isPublic)

  const saveChoice = useKeptChoices({ story, storyId, isPublic, sends, at, plannedAt, published, saveNow })

  const lookUp = useEffectEvent(async () => {
    const text = readText()
    setMissing(missingOf(text))
    const question = {}
    asked.current = question
    // The choices below must not move away from a finger when the answers about links come.
    const showAtOnce = (findings: Finding[]) => setFindings((shown) => shown ?? findings)
    const found = await findingsOf(text, { isPublic, picturesToCome: picturesToCome() }, showAtOnce)
    if (asked.current === question) setFindings(found)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again when the text has changed
  useEffect(() => {
    if (isOpen && !published) void lookUp()
  }, [isOpen, published, glance])

  /** Someone else, another tab or a plan has published it since this page was opened. */
  const isPublishedElsewhere = isPublic && !isPublicHere.current && !published

  function open() {
    if (action.busy !== undefined) return
    const faults = missingOf(readText())
    setMissing(faults)
    if (Object.keys(faults).length > 0) setErrors(faults)
    setFailure(undefined)
    setFindings(undefined)
    // A time that was chosen earlier may have passed, or its plan may have been carried out.
    if (at !== undefined && Date.parse(at) <= Date.now()) setAt(undefined)
    setIsOpen(true)
    // The status line says what became of it. An empty story is not worth a draft.
    const isEmpty = storyId === undefined && Object.keys(faults).length > 1
    if (!isEmpty && status.chosenSlug === undefined) void saveNow().catch(() => undefined)
  }

  function confirm(audience: Audience | undefined): Promise<void> {
    return action.run('publish', async () => {
      setFailure(undefined)
      const text = readText()
      const faults = { ...missingOf(text), ...planFaults(at) }
      if (Object.keys(faults).length > 0) return point(faults)
      const known = new Set(findings?.map(({ sentence }) => sentence))
      const found = await findingsOf(text, { isPublic, picturesToCome: picturesToCome() })
      if (found.some(({ sentence }) => !known.has(sentence))) return point({}, found)
      try {
        // They may have signed in again in another tab a moment ago.
        await checkSession()
        await saveChoice.current
        if (at === undefined) await publishNow(audience)
        else await plan(at)
      } catch (fault) {
        if (!(fault instanceof CallFailure)) throw fault
        setIsOpen(true)
        setFailure(fault)
        point(fault.fields ?? {})
      }
    })
  }

  /** Shows faults, or findings that are new, in the sheet, and moves the focus to the first of them. */
  function point(faults: Record<string, string>, found = findings) {
    flushSync(() => {
      setErrors(faults)
      setFindings(found)
    })
    const shown = found === findings ? '[aria-invalid="true"], [data-fault]' : '[data-finding]'
    document.querySelector<HTMLElement>(`dialog[open] :is(${shown})`)?.focus()
  }

  const extras = () => ({ ...(status.chosenSlug !== undefined && { slug: status.chosenSlug }), sendNewsletter: sends })

  async function publishNow(audience: Audience | undefined) {
    const isUpdate = isPublic
    const { storyId, slug } = await publish(extras())
    setPlannedAt(null)
    setPublished({ storyId, slug, isUpdate, audience })
    setIsOpen(true)
  }

  async function plan(time: string) {
    const publish_at = new Date(time).toISOString()
    await saveNow({ ...extras(), publish_at })
    sayPlan(() => {
      setPlannedAt(publish_at)
      setIsOpen(false)
    })
  }

  /** Shows what has become of the plan, and moves the focus there: the pressed button goes. */
  function sayPlan(change: () => void) {
    flushSync(change)
    document.getElementById(plannedId)?.focus()
  }

  return {
    ...{ isOpen, published, failure, missing, findings, plannedAt, isPlanCancelled, isPublic, isPublishedElsewhere },
    ...{ sends, setSends, at, setAt },
    chooseLater: () => setAt((before) => before ?? fieldTime(tomorrowMorning())),
    ...{ open, confirm },
    close: () => setIsOpen(false),
    /** Waits until a choice that is on its way to the server has arrived: one command runs at a time. */
    choiceSaved: () => saveChoice.current,
    /** @throws CallFailure */
    cancelPlan: async () => {
      await saveNow({ publish_at: null, sendNewsletter: sends })
      sayPlan(() => {
        setPlannedAt(null)
        setAt(undefined)
        setIsPlanCancelled(true)
      })
    },
    forgetCancelledPlan: () => setIsPlanCancelled(false),
  }
}

/** The sentence about a planned story. */
export const plannedId = 'planned'

function planFaults(at: string | undefined): Record<string, string> {
  if (at === undefined) return {}
  const time = Date.parse(at)
  if (Number.isNaN(time)) return { publish_at: 'Please choose a date and a time.' }
  return time <= Date.now() ? { publish_at: 'Please choose a time in the future.' } : {}
}

type Kept = Pick<Given, 'story'> & {
  storyId: string | undefined
  isPublic: boolean
  sends: boolean
  at: string | undefined
  plannedAt: string | null
  published: Published | undefined
  saveNow: Given['saving']['saveNow']
}

/**
 * Keeps the choices in this tab, and with a draft whether it is emailed: beside a published story that would be a change
 * that readers don’t see. @returns the save that may be under way.
 */
function useKeptChoices({ story, storyId, isPublic, sends, at, plannedAt, published, saveNow }: Kept) {
  const saved = useRef(story?.sendNewsletter ?? false)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  // The server's choice. A kept one that is saved would undo a later choice of another tab once this one reloads.
  const [known, setKnown] = useState(story?.sendNewsletter ?? false)
  const planned = plannedAt ? fieldTime(new Date(plannedAt)) : undefined

  useEffect(() => {
    if (!storyId) return
    const isAsBefore = sends === known && at === planned
    keepChoices(storyId, published || isAsBefore ? undefined : { sends, at })
  }, [storyId, known, sends, at, planned, published])

  const save = useEffectEvent(() => {
    if (saved.current === sends) return
    saved.current = sends
    const send = async () => {
      await saveNow({ sendNewsletter: sends })
      setKnown(sends)
    }
    // A failure loses nothing: the choice is sent again with the publishing itself.
    saving.current = saving.current.then(send).catch((fault: unknown) => {
      if (!(fault instanceof CallFailure)) throw fault
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice is saved once
  useEffect(() => {
    if (storyId && !isPublic && !published) save()
  }, [storyId, isPublic, published, sends])
  return saving
}
