/** @jest-environment node */
import fc from 'fast-check'
import { hasUnsaved } from './save-state.ts'
import { phaseOf } from './saving-view.ts'
import { aText, wordsOf } from './testing/merge-paragraphs.ts'
import { ModelServer } from './testing/model-server.ts'
import { type Network, SimulatedWriting } from './testing/simulated-writing.ts'

const networks: Network[] = [
  'fine',
  'slow',
  'loses requests',
  'loses answers',
  'doubles',
  'faults after',
  500,
  429,
  401,
]
const tab = fc.nat({ max: 1 })
const act = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('type' as const), tab, paragraph: fc.nat({ max: 2 }) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 2_000 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 90_000 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constant(2 * 86_400_000) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('network' as const), is: fc.constantFrom(...networks) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('elsewhere' as const), paragraph: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('device' as const), isBroken: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('happen' as const),
      tab,
      type: fc.constantFrom('save-now', 'closed', 'went-offline', 'came-online'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('sign in' as const), person: fc.constantFrom('ada', 'bob') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('publish' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tell' as const), tab }) },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

function perform(world: SimulatedWriting, next: Act): void {
  const alive = world.tabs.filter(({ isAlive }) => isAlive)
  if (next.do === 'wait') world.advance(next.ms)
  else if (next.do === 'elsewhere') world.writeElsewhere(next.paragraph)
  else if (next.do === 'network') world.network = next.is
  else if (next.do === 'sign in') world.signIn(next.person)
  else if (next.do === 'device') world.isDeviceBroken = next.isBroken
  else if (next.do !== 'open') performIn(world, alive[next.tab % Math.max(1, alive.length)], next)
  else if (alive.length < 2 && world.session === 'ada') world.open()
}

function performIn(world: SimulatedWriting, tab: SimulatedWriting['tabs'][number] | undefined, next: Act): void {
  if (!tab) return
  if (next.do === 'type') world.type(tab, next.paragraph)
  else if (next.do === 'crash') world.crash(tab)
  else if (next.do === 'tell') world.tell(tab)
  else if (next.do === 'publish') world.happen(tab, { type: 'command', command: { kind: 'publish', extra: {} } })
  else if (next.do === 'happen') world.happen(tab, { type: next.type })
}

/** Everything works, no one types: texts that are left over are opened until there are none. */
function comeToRest(world: SimulatedWriting): void {
  for (let round = 0; round < 30; round++) {
    const before = world.steps
    // Requests still under way may yet fail.
    world.heal()
    world.advance(1_000)
    world.heal()
    world.advance(150_000)
    if (world.steps - before > 600) throw new Error(`${world.steps - before} steps in 150 seconds of rest`)
    const left = [...world.records.values()].some(({ tab }) => !world.tabs.some((one) => one.isAlive && one.id === tab))
    if (!left) return
    world.open()
  }
  throw new Error('no rest')
}

describe('a text, whatever fails', () => {
  test('gets to the server whole, and the line beside it is true at every step', () => {
    fc.assert(
      fc.property(
        fc.array(act, { minLength: 1, maxLength: 60 }),
        fc.boolean(),
        fc.constantFrom('answers' as const, 'refuses' as const),
        (acts, isNew, repeated) => {
          const world = new SimulatedWriting(new ModelServer(repeated))
          if (!isNew) world.server.add(aText('', '', ''))
          world.open()
          for (const next of acts) perform(world, next)
          comeToRest(world)
          expect(world.faults).toEqual([])
          expect(world.server.lost).toEqual([])
          const there = world.server.words()
          expect([...world.typed.keys()].filter((word) => !there.has(word) && !world.lost.has(word))).toEqual([])
          const alive = world.tabs.filter(({ isAlive }) => isAlive)
          expect(alive.map(({ state }) => phaseOf(state)).filter((phase) => phase !== 'idle')).toEqual([])
          expect([...world.records.keys()]).toEqual([])
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('waits at most 3 seconds after the last key and 30 seconds of typing, if all is well', () => {
    const slackMs = 400
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 4_000 }), { minLength: 1, maxLength: 60 }), (gaps) => {
        const world = new SimulatedWriting()
        const writer = world.open()
        const unsent = () => {
          const sent = world.sends.at(-1)?.words ?? new Set()
          return wordsOf(writer.editor).filter((word) => !sent.has(word))
        }
        // Looked at hundreds of times in a run, and expected once: an `expect` takes longer than all the rest.
        const longest = { sinceLastKey: 0, sinceOldestWord: 0 }
        function look() {
          const times = unsent().map((word) => world.typed.get(word) ?? 0)
          if (times.length === 0) return
          longest.sinceLastKey = Math.max(longest.sinceLastKey, world.now - Math.max(...world.typed.values()))
          longest.sinceOldestWord = Math.max(longest.sinceOldestWord, world.now - Math.min(...times))
        }
        for (const gap of gaps) {
          world.type(writer, 0)
          for (let passed = 0; passed < gap; passed += 250) {
            world.advance(Math.min(250, gap - passed))
            look()
          }
        }
        expect(longest.sinceLastKey).toBeLessThanOrEqual(3_000 + slackMs)
        expect(longest.sinceOldestWord).toBeLessThanOrEqual(30_000 + slackMs)
        world.advance(4_000)
        expect(unsent()).toEqual([])
        expect(hasUnsaved(writer.state)).toBe(false)
        // Not more often than the rule asks for either.
        const pauses = gaps.filter((gap) => gap >= 3_000).length
        const lasted = gaps.reduce((sum, gap) => sum + gap, 0)
        expect(world.sends.length).toBeLessThanOrEqual(pauses + 2 + lasted / 30_000)
      }),
      { numRuns: 500 },
    )
  })
})
