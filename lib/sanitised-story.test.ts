import { sanitisedStory } from './sanitised-story.ts'

const sanitiseStory = jest.requireMock<{ sanitiseStory: jest.Mock }>('#story-html/sanitise.ts').sanitiseStory

jest.mock('#story-html/sanitise.ts', () => ({ sanitiseStory: jest.fn((html: string) => html.replace('<script>', '')) }))

beforeEach(() => sanitiseStory.mockClear())

test('sanitises a text once', () => {
  for (let time = 0; time < 3; time++) expect(sanitisedStory('<p>The lamp<script></p>')).toBe('<p>The lamp</p>')
  expect(sanitiseStory).toHaveBeenCalledTimes(1)
})

test('takes no text for another', () => {
  expect(sanitisedStory('<p>Salt<script></p>')).toBe('<p>Salt</p>')
  expect(sanitisedStory('<p>Salt</p>')).toBe('<p>Salt</p>')
  expect(sanitisedStory('')).toBe('')
  expect(sanitiseStory).toHaveBeenCalledTimes(3)
})

test('keeps neither very long texts nor more than its room', () => {
  const long = (letter: string, times: number) => letter.repeat(times)
  sanitisedStory(long('a', 300_000))
  sanitisedStory(long('a', 300_000))
  expect(sanitiseStory).toHaveBeenCalledTimes(2)
  for (let number = 0; number < 60; number++) sanitisedStory(long(String(number).padStart(2, '0'), 75_000))
  sanitiseStory.mockClear()
  sanitisedStory(long('59', 75_000))
  expect(sanitiseStory).not.toHaveBeenCalled()
  sanitisedStory(long('00', 75_000))
  expect(sanitiseStory).toHaveBeenCalledTimes(1)
})
