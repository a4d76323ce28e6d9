import type { WorkingCopy } from '#contract/story-writing.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { listenToBrowser, lockTab, now, storyChannel, whenIdle } from './browser-events.ts'
import type { EventNow, SaveEffect } from './events.ts'
import { DeviceRecord, newUuid } from './local-drafts.ts'
import { PendingCommand, PendingSaves, type SavedStory, savedStory } from './pending-saves.ts'
import { RecoveredDrafts } from './recovered-drafts.ts'
import { signedOut } from './reducer.ts'
import { type Editor, SaveLoop } from './save-loop.ts'
import { type Command, isOnlyInMemory, openedState, type ServerVersion } from './save-state.ts'
import { type SavingView, viewOf } from './saving-view.ts'
import * as requests from './story-requests.ts'
import type { StoryText } from './story-text.ts'

export type SaverOptions = {
  person: { uuid: string }
  /** Undefined for a new story. */
  story: WorkingCopy | undefined
  initial: StoryText
  /** Names a new story until the server knows it; by default a fresh one. */
  draftKey?: string | undefined
}
type Effect<T extends SaveEffect['type']> = Extract<SaveEffect, { type: T }>

/** Connects the save engine to a browser: turns what happens there into events, and runs the effects of each event. */
export class StorySaver {
  readonly #tab = newUuid()
  readonly #editor: () => Editor
  readonly #notify: () => void
  readonly #loop: SaveLoop
  readonly #device: DeviceRecord
  readonly #drafts: RecoveredDrafts
  readonly #command = new PendingCommand()
  readonly #saves = new PendingSaves()
  #view: SavingView
  #timer: ReturnType<typeof setTimeout> | undefined
  #failure: CallFailure | undefined
  #channel: ReturnType<typeof storyChannel>
  #isCheckingSession = false
  readonly #dispatch = (event: EventNow) => this.#loop.dispatch(event)

  constructor(
    { person, story, initial, draftKey = newUuid() }: SaverOptions,
    editor: () => Editor,
    notify: () => void,
  ) {
    const place = { storyId: story?._id, slug: story?.slug, version: story?.version ?? 0 }
    this.#loop = new SaveLoop(openedState({ person: person.uuid, draftKey, text: initial, ...place }), {
      now,
      editor,
      entered: ({ storyId }) => {
        if (this.#loop.state.storyId === storyId) return
        this.#listenToTabs()
        this.#drafts.withdraw()
      },
      run: (effect) => this.#run(effect),
      next: () => this.#drafts.nextEvent(),
      settled: () => {
        this.#saves.settle(this.#loop.state, this.#failure)
        this.#show()
      },
    })
    this.#device = new DeviceRecord(person.uuid, this.#tab)
    this.#drafts = new RecoveredDrafts(this.#loop, initial, (text) => this.#editor().showText(text))
    this.#editor = editor
    this.#notify = notify
    this.#view = viewOf(this.#loop.state, now(), this.#drafts, undefined)
  }

  get view(): SavingView {
    return this.#view
  }

  /** Begins to listen to the browser. @returns a function that stops it, after a last attempt to store and send the text. */
  start(): () => void {
    this.#loop.isStopped = false
    const unlockTab = lockTab(this.#tab)
    const stopListening = listenToBrowser({
      online: () => this.#dispatch({ type: 'came-online' }),
      offline: () => this.#dispatch({ type: 'went-offline' }),
      closing: () => this.#dispatch({ type: 'closed' }),
      lookedAt: () => this.#checkSession(),
      lookedAway: () => this.#loop.read(),
      beforeUnload: (event) => this.#warn(event),
    })
    this.#listenToTabs()
    const ended = new AbortController()
    this.#drafts.load(() => this.#show(), ended.signal)
    return () => {
      ended.abort()
      this.#dispatch({ type: 'closed' })
      this.#loop.isStopped = true
      stopListening()
      clearTimeout(this.#timer)
      this.#channel?.close()
      this.#channel = undefined
      unlockTab()
    }
  }

  /** Something was typed. Cheap: the text is read later. */
  changed(): void {
    this.#dispatch({ type: 'typed' })
  }

  /** Another address was typed; it is sent with the next save that is asked for. */
  chooseSlug(slug: string): void {
    this.#dispatch({ type: 'slug-chosen', slug: slug || undefined })
  }

  /**
   * @returns undefined if it can't be sent just now; then the device stores it, and the status says why.
   * @throws CallFailure if the server refuses the text or `extra`, or fails; after a fault of the server the text is
   * nevertheless sent again.
   */
  saveNow(extra: Command['extra'] = {}): Promise<SavedStory | undefined> {
    if (Object.values(extra).some((value) => value !== undefined)) return this.#runCommand({ kind: 'save', extra })
    const saved = this.#saves.make()
    this.#dispatch({ type: 'save-now' })
    return saved
  }

  /** @throws CallFailure */
  publish(extra: Command['extra']): Promise<SavedStory> {
    return this.#runCommand({ kind: 'publish', extra })
  }

  resolve(text: StoryText): void {
    this.#dispatch({ type: 'resolved', text })
  }

  /** The server has changed the story on request. */
  adopt(current: ServerVersion): void {
    this.#dispatch({ type: 'server-changed', current: this.#asEdited(current) })
  }

  takeRecovered(): void {
    this.#drafts.takeOffered()
    this.#show()
  }

  async dismissRecovered(): Promise<void> {
    await this.#drafts.dismissOffered()
    this.#show()
  }

  takeBack(key: string): void {
    this.#drafts.takeBack(key)
  }

  #run(effect: Exclude<SaveEffect, { type: 'show-text' }>): void {
    if (effect.type === 'wake-at') this.#wakeAt(effect.at)
    else if (effect.type === 'read-text') effect.isUrgent ? this.#loop.read() : whenIdle(() => this.#loop.read())
    else if (effect.type === 'send') void this.#send(effect)
    else if (effect.type === 'command-done') this.#command.succeed(savedStory(this.#loop.state))
    else if (effect.type === 'command-refused') this.#command.fail(effect.refusal, this.#failure)
    else void this.#store(effect)
  }

  #wakeAt(at: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#dispatch({ type: 'tick' }), Math.max(0, at - now()))
  }

  async #store(effect: Effect<'store-locally' | 'delete-local'>): Promise<void> {
    const record = effect.type === 'store-locally' ? effect.record : undefined
    try {
      await this.#device.put(record, effect.replaces)
      this.#dispatch({ type: 'stored', record })
    } catch {
      // The status line says so.
      this.#dispatch({ type: 'store-failed' })
    }
  }

  async #send(effect: Effect<'send'>): Promise<void> {
    const { number, kind, target, text } = effect
    try {
      const { isTheirs, stranger } = await requests.checkSession(this.#loop.state.person, effect)
      if (!isTheirs) {
        this.#dispatch({ type: 'refused', number, refusal: signedOut, jitter: 0 })
        if (stranger) this.#dispatch({ type: 'signed-in-again', person: stranger })
        return
      }
      if (kind === 'load' && 'storyId' in target) {
        return this.#dispatch({
          type: 'loaded',
          number,
          current: this.#asEdited(await requests.loadStory(target.storyId)),
        })
      }
      const { _id, slug, version, isDraft } = await requests.sendStory(effect)
      this.#dispatch({ type: 'saved', number, storyId: _id, slug, version })
      this.#channel?.post({ ...text, _id, slug, version, isDraft })
    } catch (fault) {
      const failure = fault instanceof CallFailure ? fault : new CallFailure(0, 'It was not sent.', { cause: fault })
      this.#failure = failure
      const refusal = requests.refusalOf(failure, (current) => this.#asEdited(current))
      this.#dispatch({ type: 'refused', number, refusal, jitter: Math.random() })
      if (fault !== failure) throw fault
    }
  }

  #asEdited(story: ServerVersion): ServerVersion {
    const { asEdited } = this.#editor()
    return asEdited ? { ...story, content: asEdited(story.content) } : story
  }

  /** Finds out who is signed in by now: if the session has ended, the person may have signed in again in another tab. */
  async #checkSession(): Promise<void> {
    const { session, person } = this.#loop.state
    if (session === 'open') {
      const stranger = requests.otherSignedInUser(person)
      if (stranger !== undefined) this.#dispatch({ type: 'signed-in-again', person: stranger })
      return
    }
    if (this.#isCheckingSession) return
    this.#isCheckingSession = true
    const uuid = await requests.fetchSignedInUser()
    this.#isCheckingSession = false
    if (uuid !== undefined) this.#dispatch({ type: 'signed-in-again', person: uuid })
  }

  #listenToTabs(): void {
    const { storyId, person } = this.#loop.state
    if (storyId === undefined || this.#channel) return
    this.#channel = storyChannel(storyId, person, (current) => this.#dispatch({ type: 'server-changed', current }))
  }

  #runCommand(command: Command): Promise<SavedStory> {
    if (this.#command.isPending) return Promise.reject(new CallFailure(409, 'Something else is still under way.'))
    this.#failure = undefined
    const done = this.#command.make()
    this.#dispatch({ type: 'command', command })
    return done
  }

  /** The browser asks before it closes a tab with text that exists nowhere else. */
  #warn(event: Event): void {
    this.#loop.read()
    if (isOnlyInMemory(this.#loop.state)) event.preventDefault()
  }

  #show(): void {
    const view = viewOf(this.#loop.state, now(), this.#drafts, this.#failure, this.#view)
    if (view === this.#view) return
    this.#view = view
    this.#notify()
  }
}
