import { CallFailure } from '#lib/browser/call-failure.ts'
import { type Host, SaveLoop } from '../save-loop.ts'
import {
  deviceLagsMs,
  type EventNow,
  type LocalRecord,
  type Opened,
  openedState,
  type SaveEffect,
  type SaveState,
  type ServerVersion,
} from '../save-state.ts'
import { statusLine } from '../saving-view.ts'
import type { StoryText } from '../story-text.ts'
import { allWords, aText, mergeParagraphs, wordsOf } from './merge-paragraphs.ts'
import { type Answer, copyOf, ModelServer } from './model-server.ts'

export type Network =
  | 'fine'
  | 'slow'
  | 'loses requests'
  | 'loses answers'
  | 'doubles'
  | 'faults after'
  | 500
  | 429
  | 401
class Tab {
  readonly id: string
  readonly loop: SaveLoop
  editor: StoryText
  isAlive = true
  timer: number | undefined
  answers = 0

  constructor(id: string, opened: Opened, host: (tab: Tab) => Host) {
    this.id = id
    this.editor = opened.text
    this.loop = new SaveLoop(openedState(opened), host(this))
  }

  get state(): SaveState {
    return this.loop.state
  }
}
type Kept = { record: LocalRecord; tab: string; keptAt: number }
type Send = Extract<SaveEffect, { type: 'send' }>

const requestTakesMs = 120
const slowRequestTakesMs = 12_000
const deviceTakesMs = 8
const choosingTakesMs = 3_000

/** Browsers, a device's store, a network and a server in a time of their own; everything that must hold is checked at every step. */
export class SimulatedWriting {
  now = 1_000_000
  network: Network = 'fine'
  isDeviceBroken = false
  session = 'ada'
  steps = 0
  readonly faults: string[] = []
  readonly tabs: Tab[] = []
  readonly records = new Map<string, Kept>()
  /** When each word was typed. */
  readonly typed = new Map<string, number>()
  /** Words that were in memory alone when their tab crashed. */
  readonly lost = new Set<string>()
  readonly sends: { at: number; words: Set<string> }[] = []
  readonly server: ModelServer
  private queue: { at: number; number: number; run: () => void }[] = []
  private number = 0

  constructor(server = new ModelServer()) {
    this.server = server
  }

  /** Opens the story of a record, else the first story, else a new one. */
  open(): Tab {
    const left = [...this.records].filter(([, { tab }]) => !this.tabs.some(({ id, isAlive }) => isAlive && id === tab))
    const [key, kept] = left.sort(([, a], [, b]) => b.keptAt - a.keptAt)[0] ?? []
    const story = kept ? this.server.stories.find(({ id }) => id === kept.record.storyId) : this.server.stories[0]
    const id = `tab-${this.tabs.length + 1}`
    const text = story ? { ...story.text } : aText('', '', '')
    const [storyId, slug] = story ? [story.id, `slug-of-${story.id}`] : [undefined, undefined]
    const opened = { person: 'ada', draftKey: `key-of-${id}`, storyId, slug, text, version: story?.version ?? 0 }
    const tab = new Tab(id, opened, (made) => this.hostOf(made))
    this.tabs.push(tab)
    if (key && kept) this.happen(tab, { type: 'draft-resumed', key, record: structuredClone(kept.record) })
    return tab
  }

  type(tab: Tab, paragraph: number): void {
    if (!tab.isAlive) return
    const word = `w${this.typed.size}`
    this.typed.set(word, this.now)
    const lines = tab.editor.content.split('\n')
    lines[paragraph] = `${lines[paragraph] ?? ''} ${word}`.trim()
    tab.editor = { ...tab.editor, content: lines.join('\n') }
    this.happen(tab, { type: 'typed' })
  }

  /** Another person edits the same story elsewhere. */
  writeElsewhere(paragraph: number): void {
    const story = this.server.stories[0]
    if (!story) return
    const word = `w${this.typed.size}`
    this.typed.set(word, this.now)
    const lines = story.text.content.split('\n')
    lines[paragraph] = `${lines[paragraph] ?? ''} ${word}`.trim()
    this.server.write(story, { ...story.text, content: lines.join('\n') })
  }

  crash(tab: Tab): void {
    const safe = this.safeWords()
    for (const word of wordsOf(tab.editor)) {
      if (safe.has(word) || this.lost.has(word)) continue
      this.lost.add(word)
      const age = this.now - (this.typed.get(word) ?? 0)
      const isNoWonder = tab.state.hasStoreFault || this.isDeviceBroken || age <= 1_000 + 2 * deviceTakesMs + 60
      if (!isNoWonder) this.faults.push(`${word} was lost ${age} ms after it was typed`)
    }
    tab.isAlive = false
  }

  advance(ms: number): void {
    const end = this.now + ms
    for (;;) {
      this.queue.sort((a, b) => a.at - b.at || a.number - b.number)
      const next = this.queue[0]
      if (!next || next.at > end) break
      this.queue.shift()
      this.now = Math.max(this.now, next.at)
      next.run()
    }
    this.now = end
  }

  /** Everything works again, and everyone is signed in. */
  heal(): void {
    this.network = 'fine'
    this.isDeviceBroken = false
    for (const tab of this.tabs) this.happen(tab, { type: 'came-online' })
    this.signIn('ada')
  }

  signIn(person: string): void {
    this.session = person
    for (const tab of this.tabs) this.happen(tab, { type: 'signed-in-again', person })
  }

  happen(tab: Tab, event: EventNow): void {
    if (tab.isAlive) tab.loop.dispatch(event)
  }

  private hostOf(tab: Tab): Host {
    return {
      now: () => this.now,
      editor: () => ({
        readText: () => tab.editor,
        showText: (text) => {
          tab.editor = text
        },
        merge: mergeParagraphs,
      }),
      entered: (before, event, effects) => {
        this.steps++
        if (effects.length > 6) this.faults.push(`${effects.length} effects of ${event.type}`)
        if (tab.state.conflict && !before.conflict) this.later(choosingTakesMs, tab, () => this.choose(tab))
        this.check(tab, event.type)
      },
      run: (effect) => this.run(tab, effect),
      next: () => undefined,
      settled: () => {},
    }
  }

  sentence(tab: Tab): string {
    return statusLine(tab.state, this.now)
  }

  safeWords(): Set<string> {
    const words = this.server.words()
    for (const { record } of this.records.values()) for (const word of wordsOf(record.text)) words.add(word)
    return words
  }

  private check(tab: Tab, after: string): void {
    const sentence = this.sentence(tab)
    const claims = /^Saved|kept on this device/i.test(sentence)
    if (!claims) return
    const safe = sentence === 'Saved' ? this.server.words() : this.safeWords()
    // While someone types, the device is at most this much behind.
    const isNew = (word: string) => sentence !== 'Saved' && this.now - (this.typed.get(word) ?? 0) < deviceLagsMs
    const unsafe = wordsOf(tab.editor).filter((word) => !safe.has(word) && !this.lost.has(word) && !isNew(word))
    if (unsafe.length > 0) this.faults.push(`"${sentence}" is not true of ${unsafe} after ${after}`)
  }

  /** The device and the network answer later; an urgent reading of the editor arrives as the next event. */
  private run(tab: Tab, effect: SaveEffect): void {
    if (effect.type === 'send') this.send(tab, effect)
    if (effect.type === 'wake-at') this.wake(tab, effect.at)
    if (effect.type === 'read-text') {
      if (effect.isUrgent) tab.loop.read()
      else this.later(50, tab, () => tab.loop.read())
    }
    if (effect.type === 'store-locally' || effect.type === 'delete-local') {
      this.later(deviceTakesMs, tab, () => this.store(tab, effect))
    }
  }

  private store(tab: Tab, effect: Extract<SaveEffect, { type: 'store-locally' | 'delete-local' }>): void {
    if (this.isDeviceBroken) {
      this.happen(tab, { type: 'store-failed' })
      return
    }
    if (effect.replaces !== undefined) this.records.delete(effect.replaces)
    const record = effect.type === 'store-locally' ? effect.record : undefined
    if (record) this.records.set(tab.id, { record, tab: tab.id, keptAt: this.now })
    else this.records.delete(tab.id)
    this.happen(tab, { type: 'stored', record })
  }

  /** Takes every word of both sides. */
  private choose(tab: Tab): void {
    const { conflict } = tab.state
    if (conflict) this.happen(tab, { type: 'resolved', text: allWords(conflict.mine, conflict.theirs) })
    // Text typed meanwhile may collide with the choice.
    if (tab.state.conflict) this.later(choosingTakesMs, tab, () => this.choose(tab))
  }

  private wake(tab: Tab, at: number): void {
    if (at <= this.now) this.faults.push('woken without waiting')
    tab.timer = at
    this.later(at - this.now, tab, () => {
      if (tab.timer === at) this.happen(tab, { type: 'tick' })
    })
  }

  private send(tab: Tab, effect: Send): void {
    tab.answers++
    if (this.session !== tab.state.person) this.faults.push('sent as somebody else')
    if (tab.answers > 1) this.faults.push('two requests at once')
    this.sends.push({ at: this.now, words: new Set(wordsOf(effect.text)) })
    const network = this.network
    const takesMs = network === 'slow' ? slowRequestTakesMs : requestTakesMs
    const arrives = network === 'loses requests' || typeof network === 'number' ? undefined : effect
    // A request that is on its way arrives, whatever becomes of its tab.
    this.schedule(takesMs / 2, () => {
      const answers = arrives ? [this.server.answer(arrives)] : []
      if (arrives && network === 'doubles') answers.push(this.server.answer(arrives))
      const answer = ['fine', 'slow', 'doubles'].includes(`${network}`) ? answers.at(-1) : refusalOf(network)
      this.later(takesMs / 2, tab, () => this.answered(tab, effect.number, answer))
    })
  }

  private answered(tab: Tab, number: number, answer: Answer | undefined): void {
    tab.answers--
    if (!answer) return
    if ('ok' in answer) this.happen(tab, { type: 'saved', number, ...answer.ok })
    else if ('copy' in answer) this.happen(tab, { type: 'loaded', number, current: answer.copy })
    else {
      const { refusal } = answer
      const current = refusal.current as ServerVersion | undefined
      this.happen(tab, { type: 'refused', number, refusal, current, jitter: 0.5 })
    }
  }

  /** Another tab of the browser reports its save. */
  tell(tab: Tab): void {
    const story = this.server.stories.find(({ id }) => id === tab.state.storyId)
    if (story) this.happen(tab, { type: 'server-changed', current: copyOf(story) })
  }

  private later(ms: number, tab: Tab, run: () => void): void {
    this.schedule(ms, () => tab.isAlive && run())
  }

  private schedule(ms: number, run: () => void): void {
    this.queue.push({ at: this.now + ms, number: this.number++, run })
  }
}

function refusalOf(network: Network): Answer {
  const status = network === 'faults after' ? 500 : typeof network === 'number' ? network : 0
  const retryAfterSeconds = status === 429 ? 20 : undefined
  return { refusal: new CallFailure(status, `status ${status}`, { retryAfterSeconds }) }
}
