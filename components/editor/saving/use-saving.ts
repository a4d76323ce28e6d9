'use client'

import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { askCurrentUser } from '#components/account/ask-current-user.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { listenToBrowser } from './browser-events.ts'
import { deviceRecord, lockTab, newUuid, storyChannel } from './local-drafts.ts'
import { RecoveredDrafts } from './recovered-drafts.ts'
import { signedOut } from './reducer.ts'
import { type Editor, now, SaveLoop, whenIdle } from './save-loop.ts'
import {
  type Command,
  type Effect,
  type EventNow,
  isOnlyInMemory,
  openedState,
  type SaveEffect,
  type ServerVersion,
} from './save-state.ts'
import { PendingSaves, type SavedStory, type SavingView, viewOf } from './saving-view.ts'
import * as requests from './story-requests.ts'
import type { StoryText } from './story-text.ts'

type Options = {
  person: { uuid: string }
  /** Undefined for a new story. */
  story: WorkingCopy | undefined
  initial: StoryText
  /** Names a new story until the server knows it; by default a fresh one. */
  draftKey?: string | undefined
}

/**
 * Saves the text: immediately in this browser, and 3 seconds after the last key on the server. The options of the
 * story are those of the first call; an editor of another story is another component (`key`).
 */
export function useSaving(options: Options & Editor) {
  const latest = useRef(options)
  latest.current = options
  const [saver] = useState(() => new StorySaver(options, () => latest.current))
  const view = useSyncExternalStore(saver.subscribe, saver.view, saver.view)
  // In the layout phase: the cleanup reads the text again, and by the time plain effects end the editor is gone.
  useLayoutEffect(() => saver.start(), [saver])
  return { ...view, ...saver.actions }
}

/** Connects the save engine to a browser: turns what happens there into events, and runs the effects of each event. */
class StorySaver {
  readonly #tab = newUuid()
  readonly #editor: () => Editor
  readonly #loop: SaveLoop
  readonly #device: ReturnType<typeof deviceRecord>
  readonly #drafts: RecoveredDrafts
  readonly #promises = new PendingSaves()
  #view: SavingView
  #notify = () => {}
  #timer: ReturnType<typeof setTimeout> | undefined
  #channel: ReturnType<typeof storyChannel>
  #sessionCheck: Promise<void> | undefined
  readonly #dispatch = (event: EventNow) => this.#loop.dispatch(event)

  constructor({ person, story, initial, draftKey = newUuid() }: Options, editor: () => Editor) {
    const place = {
      storyId: story?._id,
      slug: story?.slug,
      version: story?.version ?? 0,
      isPublic: story?.isDraft === false,
    }
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
        this.#promises.settleSaves(this.#loop.state)
        this.#show()
      },
    })
    this.#device = deviceRecord(person.uuid, this.#tab)
    this.#drafts = new RecoveredDrafts(this.#loop, initial, editor, () => this.#show())
    this.#editor = editor
    this.#view = viewOf(this.#loop.state, now(), this.#drafts)
  }

  readonly view = () => this.#view

  readonly subscribe = (notify: () => void) => {
    this.#notify = notify
    return () => {
      this.#notify = () => {}
    }
  }

  /** Begins to listen to the browser. @returns a function that stops it, after a last attempt to store and send the text. */
  start(): () => void {
    this.#loop.isStopped = false
    const unlockTab = lockTab(this.#tab)
    const ended = new AbortController()
    const listeners = {
      online: () => this.#dispatch({ type: 'came-online' }),
      offline: () => this.#dispatch({ type: 'went-offline' }),
      closing: () => this.#dispatch({ type: 'closed' }),
      lookedAt: () => void this.#checkSession(),
      lookedAway: () => this.#loop.read(),
      beforeUnload: (event: Event) => this.#warn(event),
    }
    listenToBrowser(listeners, ended.signal)
    this.#listenToTabs()
    // In a task of its own: the page is taken over in this one.
    const loading = setTimeout(() => this.#drafts.load(ended.signal))
    return () => {
      ended.abort()
      this.#dispatch({ type: 'closed' })
      this.#loop.isStopped = true
      clearTimeout(this.#timer)
      clearTimeout(loading)
      this.#channel?.close()
      this.#channel = undefined
      unlockTab()
    }
  }

  readonly actions = {
    /** Something was typed. Cheap: the text is read later. */
    changed: () => this.#dispatch({ type: 'typed' }),
    /** Another address was typed; it is sent with the next save that is asked for. */
    chooseSlug: (slug: string) => this.#dispatch({ type: 'slug-chosen', slug: slug || undefined }),
    /**
     * Sends `extra` along with the text.
     * @returns undefined if it can't be sent just now; then the device stores it, and the status says why.
     * @throws CallFailure if the server refuses the text or `extra`, or fails; after a fault of the server the text is
     * nevertheless sent again.
     */
    saveNow: (extra: Command['extra'] = {}): Promise<SavedStory | undefined> => {
      if (Object.values(extra).some((value) => value !== undefined)) return this.#runCommand({ kind: 'save', extra })
      const saved = this.#promises.addSave()
      this.#dispatch({ type: 'save-now' })
      return saved
    },
    /** Goes on as the person who has signed in again, if they did so elsewhere. */
    checkSession: () => this.#checkSession(),
    /** @throws CallFailure */
    publish: (extra: Command['extra']) => this.#runCommand({ kind: 'publish', extra }),
    resolve: (text: StoryText) => this.#dispatch({ type: 'resolved', text }),
    /** After a call that changed the story itself: restore, unpublish, discard. */
    adopt: (current: ServerVersion) => this.#dispatch({ type: 'server-changed', current: this.#asEdited(current) }),
    takeRecovered: () => this.#drafts.takeOffered(),
    dismissRecovered: () => this.#drafts.dismissOffered(),
    /** `key` of a recovered or dismissed draft. */
    takeBack: (key: string) => this.#drafts.takeBack(key),
  }

  #run(effect: Exclude<SaveEffect, { type: 'show-text' }>): void {
    if (effect.type === 'wake-at') this.#wakeAt(effect.at)
    else if (effect.type === 'read-text') effect.isUrgent ? this.#loop.read() : whenIdle(() => this.#loop.read())
    else if (effect.type === 'send') void this.#send(effect)
    else if (effect.type === 'command-done') this.#promises.resolveCommand(this.#loop.state)
    else if (effect.type === 'command-refused') this.#promises.rejectCommand(effect.refusal)
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
        this.#dispatch({ type: 'refused', number, refusal: signedOut(), jitter: 0 })
        if (stranger) this.#dispatch({ type: 'signed-in-again', person: stranger })
        return
      }
      if (kind === 'load' && 'storyId' in target) {
        const current = this.#asEdited(await requests.loadStory(target.storyId))
        this.#dispatch({ type: 'loaded', number, current })
        return
      }
      const { _id, slug, version, isDraft } = await requests.sendStory(effect)
      this.#dispatch({ type: 'saved', number, storyId: _id, slug, version, isPublic: !isDraft })
      this.#channel?.post({ ...text, _id, slug, version, isDraft })
    } catch (fault) {
      const refusal = fault instanceof CallFailure ? fault : new CallFailure(0, 'It was not sent.', { cause: fault })
      const current = requests.isStory(refusal.current) ? this.#asEdited(refusal.current) : undefined
      this.#dispatch({ type: 'refused', number, refusal, current, jitter: Math.random() })
      if (fault !== refusal) throw fault
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
    this.#sessionCheck ??= this.#askWhoIsSignedIn()
    await this.#sessionCheck
    this.#sessionCheck = undefined
  }

  async #askWhoIsSignedIn(): Promise<void> {
    const user = await askCurrentUser().catch(() => undefined)
    if (user) this.#dispatch({ type: 'signed-in-again', person: user.uuid })
  }

  #listenToTabs(): void {
    const { storyId, person } = this.#loop.state
    if (storyId === undefined || this.#channel) return
    this.#channel = storyChannel(storyId, person, (current) => this.#dispatch({ type: 'server-changed', current }))
  }

  #runCommand(command: Command): Promise<SavedStory> {
    if (this.#promises.hasCommand) return Promise.reject(new CallFailure(409, 'Something else is still under way.'))
    const done = this.#promises.addCommand()
    this.#dispatch({ type: 'command', command })
    return done
  }

  /** The browser asks before it closes a tab with text that exists nowhere else. */
  #warn(event: Event): void {
    this.#loop.read()
    if (isOnlyInMemory(this.#loop.state)) event.preventDefault()
  }

  #show(): void {
    const view = viewOf(this.#loop.state, now(), this.#drafts, this.#view)
    if (view === this.#view) return
    this.#view = view
    this.#notify()
  }
}
