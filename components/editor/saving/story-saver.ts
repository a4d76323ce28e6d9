import type { WorkingCopy } from '#contract/story-writing.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import type { SaveEffect, SaveEvent, Tools } from '#lib/saving/events.ts'
import {
  hasUnsaved,
  isKept,
  openedState,
  type Refusal,
  type SaveState,
  type Theirs,
  type Wish,
} from '#lib/saving/save-state.ts'
import { step } from '#lib/saving/step.ts'
import { isSameText, type StoryText } from '#lib/saving/story-text.ts'
import type { Step } from '#lib/saving/what-is-due.ts'
import { listenToBrowser } from './browser-events.ts'
import { DeviceRecord } from './device-record.ts'
import { newUuid } from './new-uuid.ts'
import { OfferedDrafts } from './offered-drafts.ts'
import { type SavedStory, SavePromises, savedStory } from './save-promises.ts'
import { type SavingView, viewOf } from './saving-view.ts'
import { askForStory, refusalOf, sendStory } from './story-requests.ts'
import { holdTab, storyChannel } from './tabs.ts'
import { knownStranger, sessionFor, whoIsSignedIn } from './who-is-signed-in.ts'

export type SaverOptions = {
  person: { uuid: string }
  /** Nothing for a new story. */
  story: WorkingCopy | undefined
  initial: StoryText
  /** Names a new story until the server knows it; a fresh one where it is left out. */
  draftKey?: string | undefined
}
/** What the editor does; asked for anew each time. */
export type Editor<Collision = unknown> = {
  readText: () => StoryText
  /** The text has become another one: it met somebody else's, or came back. Must stand in the editor when this returns. */
  showText: (text: StoryText) => void
  onSlug?: ((slug: string) => void) | undefined
  merge: (base: StoryText, mine: StoryText, theirs: StoryText) => { text: StoryText } | { collision: Collision }
  /** The server's HTML as this editor would write it, so that the same text is the same letter by letter. */
  asEdited?: ((html: string) => string) | undefined
  /** Where the server writes a text in another way than it was sent. */
  isSame?: Tools['isSame'] | undefined
}
type EventNow = SaveEvent extends infer E ? (E extends SaveEvent ? Omit<E, 'at'> : never) : never
type Wished = { resolve: (saved: SavedStory) => void; reject: (failure: CallFailure) => void }
type Send = Extract<SaveEffect, { type: 'send' }>

const readUnprompted = ['typed', 'changed', 'tick', 'kept', 'keep-failed']

/** Drives the save engine in a browser: does its effects, and tells it what becomes of them and what the browser says. */
export class StorySaver {
  readonly #tab = newUuid()
  readonly #initial: StoryText
  readonly #editor: () => Editor
  readonly #notify: () => void
  #state: SaveState
  #view: SavingView
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #device: DeviceRecord
  readonly #offers = new OfferedDrafts()
  #isTaking = false
  #failure: CallFailure | undefined
  #wish: Wished | undefined
  readonly #saves = new SavePromises()
  #channel: ReturnType<typeof storyChannel>
  #isAskingWho = false
  #isGone = false

  constructor(
    { person, story, initial, draftKey = newUuid() }: SaverOptions,
    editor: () => Editor,
    notify: () => void,
  ) {
    const place = { storyId: story?._id, slug: story?.slug, version: story?.version ?? 0 }
    this.#state = openedState({ person: person.uuid, draftKey, text: initial, ...place })
    this.#device = new DeviceRecord(person.uuid, this.#tab)
    this.#initial = initial
    this.#editor = editor
    this.#notify = notify
    this.#view = viewOf(this.#state, now(), undefined, undefined)
  }

  get view(): SavingView {
    return this.#view
  }

  /** Begins to listen to the browser. @returns what ends it; what is not saved is sent once more. */
  start(): () => void {
    this.#isGone = false
    const letGo = holdTab(this.#tab)
    const stopListening = listenToBrowser({
      online: () => this.happen({ type: 'came-online' }),
      offline: () => this.happen({ type: 'went-offline' }),
      closing: () => this.happen({ type: 'closed' }),
      lookedAt: () => this.#askWho(),
      lookedAway: () => this.#read(),
      beforeUnload: (event) => this.#warn(event),
    })
    this.#listenToTabs()
    const { person, storyId } = this.#state
    const ended = new AbortController()
    void this.#offers.look({ person, storyId, initial: this.#initial }, () => this.#show(), ended.signal)
    return () => {
      ended.abort()
      this.happen({ type: 'closed' })
      this.#isGone = true
      stopListening()
      clearTimeout(this.#timer)
      this.#channel?.close()
      this.#channel = undefined
      letGo()
    }
  }

  /** Something was typed. Cheap: the text is read later. */
  changed(): void {
    this.happen({ type: 'typed' })
  }

  /**
   * @returns nothing where it can't be saved just now; then it is kept, and the status says why.
   * @throws CallFailure where the server refuses it, or what goes along with it.
   */
  saveNow(extra: Wish['extra'] = {}): Promise<SavedStory | undefined> {
    if (Object.values(extra).some((value) => value !== undefined)) return this.#wishFor({ kind: 'save', extra })
    const saved = this.#saves.make()
    this.happen({ type: 'save-now' })
    return saved
  }

  /** @throws CallFailure */
  publish(extra: Wish['extra']): Promise<SavedStory> {
    return this.#wishFor({ kind: 'publish', extra })
  }

  resolve(text: StoryText): void {
    this.happen({ type: 'resolved', text })
  }

  /** The server has changed the story as it was asked to. */
  adopt(current: Theirs): void {
    this.happen({ type: 'server-has', current: this.#asEdited(current) })
  }

  #asEdited(story: Theirs): Theirs {
    const { asEdited } = this.#editor()
    return asEdited ? { ...story, content: asEdited(story.content) } : story
  }

  #readRefusal(failure: CallFailure): Refusal {
    const refusal = refusalOf(failure)
    return refusal.current ? { ...refusal, current: this.#asEdited(refusal.current) } : refusal
  }

  takeRecovered(): void {
    this.#isTaking = this.#offers.first !== undefined
    this.#take()
  }

  dismissRecovered(): void {
    void this.#offers.dismiss()
    this.#show()
  }

  happen(event: EventNow): void {
    if (this.#isGone) return
    if (this.#state.isUnread && !readUnprompted.includes(event.type)) this.#read()
    const before = this.#state
    const { state, effects } = this.#step(event)
    this.#state = state
    if (state.slug !== undefined && state.slug !== before.slug) this.#editor().onSlug?.(state.slug)
    if (state.storyId !== before.storyId) {
      this.#listenToTabs()
      this.#offers.withdraw()
    }
    for (const effect of effects) this.#do(effect)
    if (event.type !== 'typed') {
      this.#take()
      this.#saves.keep(this.#state, this.#failure)
    }
    this.#show()
  }

  /** Where the editor can't merge or show a text, both stay as they are: its own here, the other one on the server. */
  #step(event: EventNow): Step {
    const { merge, isSame = isSameText } = this.#editor()
    const tools = { merge, isSame }
    try {
      const next = step(this.#state, { ...event, at: now() } as SaveEvent, tools)
      for (const effect of next.effects) if (effect.type === 'show-text') this.#editor().showText(effect.text)
      return next
    } catch (fault) {
      reportError(fault)
      if (event.type !== 'refused' && event.type !== 'answered') return { state: this.#state, effects: [] }
      const refusal = {
        status: 422,
        sentence: 'It was changed elsewhere too, and the texts could not be put together.',
      }
      return step(this.#state, { type: 'refused', at: now(), number: event.number, refusal, jitter: 0 }, tools)
    }
  }

  #do(effect: SaveEffect): void {
    if (effect.type === 'wake-at') this.#wakeAt(effect.at)
    else if (effect.type === 'read-text') effect.isUrgent ? this.#read() : whenIdle(() => this.#read())
    else if (effect.type === 'send') void this.#send(effect)
    else if (effect.type === 'wish-granted') this.#grantWish()
    else if (effect.type === 'wish-refused') this.#refuseWish(effect.refusal)
    else if (effect.type !== 'show-text') void this.#keep(effect)
  }

  #wakeAt(at: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.happen({ type: 'tick' }), Math.max(0, at - now()))
  }

  #read(): void {
    if (this.#state.isUnread) this.happen({ type: 'changed', text: this.#editor().readText() })
  }

  async #keep(effect: Extract<SaveEffect, { type: 'keep-locally' | 'forget-local' }>): Promise<void> {
    const record = effect.type === 'keep-locally' ? effect.record : undefined
    try {
      await this.#device.put(record, effect.replaces)
      this.happen({ type: 'kept', record })
    } catch {
      // The sentence by the title says so.
      this.happen({ type: 'keep-failed' })
    }
  }

  async #send(effect: Send): Promise<void> {
    const { number, kind, target, text } = effect
    try {
      const { isTheirs, stranger } = await sessionFor(this.#state.person, effect)
      if (!isTheirs) return this.#standAside(number, stranger)
      if (kind === 'ask' && 'storyId' in target) {
        return this.happen({ type: 'answered', number, current: this.#asEdited(await askForStory(target.storyId)) })
      }
      const { _id, slug, version, isDraft } = await sendStory(effect)
      this.happen({ type: 'saved', number, storyId: _id, slug, version })
      this.#channel?.tell({ ...text, _id, slug, version, isDraft })
    } catch (fault) {
      const failure = fault instanceof CallFailure ? fault : new CallFailure(0, 'It was not sent.', { cause: fault })
      this.#failure = failure
      this.happen({ type: 'refused', number, refusal: this.#readRefusal(failure), jitter: Math.random() })
      if (fault !== failure) throw fault
    }
  }

  #standAside(number: number, stranger: string | undefined): void {
    const sentence = 'You are signed out. Please sign in again in another tab, then come back.'
    this.#failure = new CallFailure(401, sentence)
    this.happen({ type: 'refused', number, refusal: { status: 401, sentence }, jitter: 0 })
    if (stranger) this.happen({ type: 'signed-in-again', person: stranger })
  }

  /** Where the session ended, the page is looked at again: perhaps somebody has signed in elsewhere. */
  async #askWho(): Promise<void> {
    const { session, person } = this.#state
    if (session === 'open') {
      const stranger = knownStranger(person)
      if (stranger !== undefined) this.happen({ type: 'signed-in-again', person: stranger })
      return
    }
    if (this.#isAskingWho) return
    this.#isAskingWho = true
    const uuid = await whoIsSignedIn()
    this.#isAskingWho = false
    if (uuid !== undefined) this.happen({ type: 'signed-in-again', person: uuid })
  }

  #listenToTabs(): void {
    const { storyId, person } = this.#state
    if (storyId === undefined || this.#channel) return
    this.#channel = storyChannel(storyId, person, (current) => this.happen({ type: 'server-has', current }))
  }

  /** While a request is under way the texts can't meet: it is taken up right after. */
  #take(): void {
    const { sent, conflict } = this.#state
    const draft = this.#isTaking && !sent && !conflict && this.#offers.take()
    if (!draft) return
    this.#isTaking = false
    this.happen({ type: 'recovered', record: draft.record, key: draft.key })
  }

  #wishFor(wish: Wish): Promise<SavedStory> {
    if (this.#wish) return Promise.reject(new CallFailure(409, 'Something else is still under way.'))
    return new Promise((resolve, reject) => {
      this.#failure = undefined
      this.#wish = { resolve, reject }
      this.happen({ type: 'wished', wish })
    })
  }

  #grantWish(): void {
    const saved = savedStory(this.#state)
    if (saved) this.#wish?.resolve(saved)
    this.#wish = undefined
  }

  #refuseWish({ status, sentence, ...details }: Refusal): void {
    const isTold = this.#failure?.message === sentence
    this.#wish?.reject((isTold && this.#failure) || new CallFailure(status, sentence, details))
    this.#wish = undefined
  }

  /** The browser asks before it closes what is in this tab alone. */
  #warn(event: Event): void {
    this.#read()
    if (this.#state.hasKeepFault && hasUnsaved(this.#state) && !isKept(this.#state)) event.preventDefault()
  }

  #show(): void {
    const view = viewOf(this.#state, now(), this.#offers.first, this.#failure, this.#view)
    if (view === this.#view) return
    this.#view = view
    this.#notify()
  }
}

/** Goes on evenly when somebody sets the clock. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 500 })
  else setTimeout(run)
}
