/** @jest-environment node */
import { reduce } from './reducer.ts'
import { phaseOf, statusLine } from './saving-view.ts'
import { aText, mergeParagraphs } from './testing/merge-paragraphs.ts'
import { SimulatedWriting } from './testing/simulated-writing.ts'

function written(...paragraphs: string[]) {
  const world = new SimulatedWriting()
  const story = world.server.add(aText(...paragraphs))
  return { world, story, tab: world.open() }
}

describe('a tab that dies', () => {
  test('with a request under way does not take its own words for another person’s', () => {
    const { world, story, tab } = written('', '')
    world.network = 'slow'
    world.type(tab, 0)
    world.advance(3_200)
    world.type(tab, 0)
    world.advance(1_200)
    world.crash(tab)
    world.advance(20_000)
    world.network = 'fine'
    expect(story.text.content).toBe('w0\n')

    const next = world.open()
    expect(next.state.conflict).toBeUndefined()
    expect(next.editor.content).toBe('w0 w1\n')
    world.advance(1_000)
    expect(story.text.content).toBe('w0 w1\n')
    expect([world.faults, world.server.lost, [...world.records]]).toEqual([[], [], []])
  })

  test('while its device was full, after a request for a new story, overwrites nothing of what that made', () => {
    const world = new SimulatedWriting()
    const tab = world.open()
    world.type(tab, 0)
    world.advance(1_200)
    world.isDeviceBroken = true
    world.type(tab, 0)
    world.network = 'slow'
    world.advance(4_000)
    world.crash(tab)
    world.advance(20_000)
    world.network = 'fine'
    world.isDeviceBroken = false
    expect(world.server.stories[0]?.text.content).toBe('w0 w1\n\n')

    const next = world.open()
    expect(next.editor.content).toBe('w0\n\n')
    world.type(next, 1)
    world.advance(10_000)
    expect(world.server.stories.map(({ text }) => text.content)).toEqual(['w0 w1\nw2\n'])
    expect(world.server.lost).toEqual([])
    expect(phaseOf(next.state)).toBe('idle')
  })

  test('the moment it is hidden has kept the last word, also while the device was busy with an older text', () => {
    const { world, tab } = written('')
    world.network = 'loses requests'
    world.type(tab, 0)
    world.happen(tab, { type: 'save-now' })
    world.advance(4)
    world.type(tab, 0)
    world.happen(tab, { type: 'closed' })
    world.advance(9)
    world.crash(tab)
    expect([...world.records.values()].map(({ record }) => record.text.content)).toEqual(['w0 w1'])
  })

  test('before its writer has chosen between two texts offers both again', () => {
    const { world, story, tab } = written('', '')
    world.type(tab, 0)
    world.advance(1_200)
    world.crash(tab)
    world.writeElsewhere(0)
    const second = world.open()
    expect(second.state.conflict).toMatchObject({ mine: { content: 'w0\n' }, theirs: { content: 'w1\n' } })
    world.type(second, 1)
    world.advance(2_000)
    world.crash(second)

    // The text typed meanwhile was stored beside the older record and did not replace it.
    world.open()
    world.advance(2_000)
    expect(story.text.content).toBe('w1\nw2')
    const fourth = world.open()
    expect(fourth.state.conflict?.mine.content).toBe('w0\n')
    world.advance(5_000)
    expect(story.text.content).toBe('w0 w1\nw2')
    expect([...world.records]).toEqual([])
  })
})

describe('a save', () => {
  test('while a request is under way waits for its answer, and goes out under the new version', () => {
    const { world, story, tab } = written('')
    world.network = 'slow'
    world.type(tab, 0)
    world.happen(tab, { type: 'save-now' })
    world.advance(1_000)
    world.type(tab, 0)
    world.happen(tab, { type: 'save-now' })
    world.advance(1_000)
    expect(world.sends).toHaveLength(1)
    world.network = 'fine'
    world.advance(12_000)
    expect(world.sends).toHaveLength(2)
    expect(story).toMatchObject({ text: { content: 'w0 w1' }, version: 3 })
  })

  test('is tried again after 1, 2, 4 … and at most 75 seconds', () => {
    const { world, tab } = written('')
    world.network = 500
    world.type(tab, 0)
    world.advance(600_000)
    const gaps = world.sends
      .slice(1)
      .map(({ at }, index) => Math.round((at - (world.sends[index]?.at ?? 0)) / 100) / 10)
    expect(gaps.slice(0, 8)).toEqual([1.2, 2.4, 4.6, 9.1, 18.1, 36.1, 67.6, 67.6])
  })

  test('is tried again immediately when the writer asks for it or the network is back', () => {
    const { world, tab } = written('')
    world.network = 'loses requests'
    world.type(tab, 0)
    world.advance(200_000)
    const before = world.sends.length
    world.happen(tab, { type: 'save-now' })
    expect(world.sends).toHaveLength(before + 1)
    world.advance(500)
    world.happen(tab, { type: 'came-online' })
    expect(world.sends).toHaveLength(before + 2)
  })
})

describe('while the server asks for patience', () => {
  const impatient = () => {
    const { world, tab } = written('')
    world.network = 429
    world.type(tab, 0)
    world.advance(5_000)
    world.network = 'fine'
    return { world, tab, at: world.now }
  }

  test('the line says until when, and the text goes out then', () => {
    const { world, tab } = impatient()
    expect(world.sentence(tab)).toMatch(/^Not saved yet, kept on this device. We’ll try again at \d/)
    world.happen(tab, { type: 'save-now' })
    world.advance(10_000)
    expect(world.sends).toHaveLength(1)
    world.advance(15_000)
    expect([world.sends.length, world.sentence(tab)]).toEqual([2, 'Saved'])
  })

  test('a command is refused immediately', () => {
    const { tab, at } = impatient()
    const { state, effects } = reduce(
      tab.state,
      { type: 'command', at, command: { kind: 'publish', extra: {} } },
      mergeParagraphs,
    )
    expect(effects).toEqual([{ type: 'command-refused', refusal: expect.objectContaining({ status: 429 }) }])
    expect(state.command).toBeUndefined()
  })
})

test('another tab of the same story shows what this one saved, and goes on from there', () => {
  const { world, story, tab } = written('', '')
  const other = world.open()
  world.type(tab, 0)
  world.advance(4_000)
  world.tell(other)
  expect(other.editor.content).toBe('w0\n')
  world.type(other, 1)
  world.advance(4_000)
  expect(story.text.content).toBe('w0\nw1')
  expect(world.sends).toHaveLength(2)
})

test('a device that lags behind the keys by two seconds is not said to keep the text', () => {
  const { world, tab } = written('', '')
  world.type(tab, 0)
  world.advance(1_200)
  world.type(tab, 0)
  expect(statusLine(tab.state, world.now + 1_999)).toBe('Kept on this device')
  expect(statusLine(tab.state, world.now + 2_000)).toBe('Not saved yet')
})
