import type { WorkingCopy } from '#contract/story-writing.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import type { EventNow, SaveEffect, SaveEvent } from '#lib/saving/events.ts'
import {
  hasOwn,
  isKept,
  openedState,
  type Refusal,
  type SaveState,
  type Theirs,
  type Wish,
} from '#lib/saving/save-state.ts'
import { signedOut, step } from '#lib/saving/step.ts'
import { isSameText, type StoryText } from '#lib/saving/story-text.ts'
import type { Step } from '#lib/saving/what-is-due.ts'
import { listenToBrowser } from './browser-events.ts'
import { DeviceRecord } from './device-record.ts'
import { newUuid } from './new-uuid.ts'
import { ReturningTexts } from './returning-texts.ts'
import { type SavedStory, SavePromises, savedStory, WishPromise } from './save-promises.ts'
import { type SavingView, viewOf } from './saving-view.ts'
import { askForStory, refusalOf, sendStory } from './story-requests.ts'
import { holdTab, storyChannel } from './tabs.ts'
import { knownStranger, sessionFor, whoIsSignedIn } from './who-is-signed-in.ts'

export type SaverOptions = {
  person: { uuid: string }
  /** Undefined for a new story. */
  story: WorkingCopy | undefined
  initial: StoryText
  /** Names a new story until the server knows it; by default a fresh one. */
  draftKey?: string | undefined
}
/** The editor's functions; looked up again for each call. */
export type Editor<Collision = unknown> = {
  readText: () => StoryText
  /** The text has changed by a merge or a recovery. The editor must show it when this returns. */
  showText: (text: StoryText) => void
  merge: (base: StoryText, mine: StoryText, theirs: StoryText) => { text: StoryText } | { collision: Collision }
  /** The server's HTML as this editor would write it, so that the same text is the same letter by letter. */
  asEdited?: ((html: string) => string) | undefined
}
type Send = Extract<SaveEffect, { type: 'send' }>

const readUnprompted = ['typed', 'changed', 'tick', 'kept', 'keep-failed']

/** Drives the save engine in a browser: runs its effects, and reports their results and the browser's events. */
export class StorySaver {
  readonly #tab = newUuid()
  readonly #initial: StoryText
  readonly #editor: () => Editor
  readonly #notify: () => void
  #state: SaveState
  #view: SavingView
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #device: DeviceRecord
  readonly #returning = new ReturningTexts({
    state: () => this.#state,
    read: () => {
      this.#read()
      return this.#state
    },
    happen: (event) => this.happen(event),
    showText: (text) => this.#editor().showText(text),
  })
  #failure: CallFailure | undefined
  readonly #wish = new WishPromise()
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
    this.#view = viewOf(this.#state, now(), this.#returning, undefined)
  }

  get view(): SavingView {
    return this.#view
  }

  /** Begins to listen to the browser. @returns a function that stops it; unsaved text is then sent again. */
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
    const ended = new AbortController()
    this.#returning.look(this.#initial, () => this.#show(), ended.signal)
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

  /** Another address was typed; it is sent with the next save that is asked for. */
  chooseSlug(slug: string): void {
    this.happen({ type: 'slug-chosen', slug: slug || undefined })
  }

  /**
   * @returns undefined if it can't be sent just now; then it is kept, and the status says why.
   * @throws CallFailure if the server refuses it or fails, or refuses what goes along with it. After a fault of the server
   * it is sent again all the same.
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

  /** The server has changed the story on request. */
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
    this.#returning.takeOffered()
    this.#show()
  }

  async dismissRecovered(): Promise<void> {
    await this.#returning.dismissOffered()
    this.#show()
  }

  takeBack(key: string): void {
    this.#returning.takeBack(key)
  }

  happen(event: EventNow): void {
    if (this.#isGone) return
    if (this.#state.isUnread && !readUnprompted.includes(event.type)) this.#read()
    const before = this.#state
    const { state, effects } = this.#step(event)
    this.#state = state
    if (state.storyId !== before.storyId) {
      this.#listenToTabs()
      this.#returning.withdraw()
    }
    for (const effect of effects) this.#do(effect)
    if (event.type !== 'typed') {
      this.#returning.takeUp()
      this.#saves.keep(this.#state, this.#failure)
    }
    this.#show()
  }

  /** If the editor can't merge or show a text, both stay as they are: its own here, the other one on the server. */
  #step(event: EventNow): Step {
    const tools = { merge: this.#editor().merge, isSame: isSameText }
    try {
      const next = step(this.#state, { ...event, at: now() } as SaveEvent, tools)
      for (const effect of next.effects) if (effect.type === 'show-text') this.#editor().showText(effect.text)
      return next
    } catch (fault) {
      reportError(fault)
      if (event.type !== 'refused' && event.type !== 'answered') return { state: this.#state, effects: [] }
      const refusal = {
        status: 422,
        sentence: 'It was also changed elsewhere, and the two versions couldn’t be merged.',
      }
      return step(this.#state, { type: 'refused', at: now(), number: event.number, refusal, jitter: 0 }, tools)
    }
  }

  #do(effect: SaveEffect): void {
    if (effect.type === 'wake-at') this.#wakeAt(effect.at)
    else if (effect.type === 'read-text') effect.isUrgent ? this.#read() : whenIdle(() => this.#read())
    else if (effect.type === 'send') void this.#send(effect)
    else if (effect.type === 'wish-granted') this.#wish.grant(savedStory(this.#state))
    else if (effect.type === 'wish-refused') this.#wish.refuse(effect.refusal, this.#failure)
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
    this.happen({ type: 'refused', number, refusal: signedOut, jitter: 0 })
    if (stranger) this.happen({ type: 'signed-in-again', person: stranger })
  }

  /** Asks again who is signed in: if the session has ended, the person may have signed in elsewhere since. */
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

  #wishFor(wish: Wish): Promise<SavedStory> {
    if (this.#wish.isUnderWay) return Promise.reject(new CallFailure(409, 'Something else is still under way.'))
    this.#failure = undefined
    const granted = this.#wish.make()
    this.happen({ type: 'wished', wish })
    return granted
  }

  /** The browser asks before it closes a tab with text that exists nowhere else. */
  #warn(event: Event): void {
    this.#read()
    if (this.#state.hasKeepFault && hasOwn(this.#state) && !isKept(this.#state)) event.preventDefault()
  }

  #show(): void {
    const view = viewOf(this.#state, now(), this.#returning, this.#failure, this.#view)
    if (view === this.#view) return
    this.#view = view
    this.#notify()
  }
}

/** Monotonic, even if the clock is set. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 500 })
  else setTimeout(run)
}
