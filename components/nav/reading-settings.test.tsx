import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { fireEvent, render, screen } from '@testing-library/react'
import { ReadingSettings } from './reading-settings.tsx'

const script = readFileSync('lib/renderer/page-scripts/theme.js', 'utf8')
const styles = readFileSync('app/globals.css', 'utf8') + readFileSync('app/styles/reading-settings.css', 'utf8')
const { dataset } = document.documentElement

/** Runs theme.js as a browser does before the first paint. */
const runScript = () => new Function(script)()
const barColour = () => document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content

function open() {
  render(<ReadingSettings />)
  const panel = screen.getByRole('group', { name: 'Theme', hidden: true }).closest('[popover]')
  fireEvent(panel as Element, new Event('beforetoggle'))
}
const choice = (name: string) => screen.getByRole('radio', { name, hidden: true })
const choose = (name: string) => fireEvent.click(choice(name))

describe('how one likes to read', () => {
  beforeAll(runScript)
  beforeEach(() => {
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage'))
  })

  test('begins with the defaults ticked and nothing stored', () => {
    open()
    for (const name of ['System', 'Medium', 'Standard']) expect(choice(name)).toBeChecked()
    expect([dataset.theme, barColour(), localStorage.length]).toEqual([undefined, undefined, 0])
  })

  test('applies a choice immediately, and stores it', () => {
    open()
    for (const name of ['Sepia', 'Large', 'Wide']) choose(name)
    expect([dataset.theme, dataset.reading, barColour()]).toEqual(['sepia', 'large wide', '#f4ebd6'])
    expect({ ...localStorage }).toEqual({ theme: 'sepia', reading: 'large wide' })
  })

  test('ticks what is kept', () => {
    localStorage.setItem('theme', 'dark')
    localStorage.setItem('reading', 'small narrow')
    dispatchEvent(new StorageEvent('storage'))
    open()
    for (const name of ['Dark', 'Small', 'Standard']) expect(choice(name)).toBeChecked()
  })

  test('goes back to the defaults and forgets', () => {
    localStorage.setItem('theme', 'light')
    localStorage.setItem('reading', 'large wide')
    dispatchEvent(new StorageEvent('storage'))
    open()
    for (const name of ['System', 'Medium', 'Standard']) choose(name)
    expect([dataset.theme, barColour(), localStorage.length]).toEqual([undefined, undefined, 0])
  })

  test('knows no other theme', () => {
    localStorage.setItem('theme', 'constructor')
    dispatchEvent(new StorageEvent('storage'))
    expect(dataset.theme).toBeUndefined()
  })

  test('costs what comes before the first paint no more than 2 KB', () => {
    expect(gzipSync(script).length).toBeLessThan(2_000)
  })

  test('paints the browser’s bar in the themes’ own paper', () => {
    expect(styles).toContain('--paper: light-dark(#fbfaf6, #15140f)')
    expect(sepia('paper')).toBe('#f4ebd6')
    for (const paper of ['#fbfaf6', '#15140f', '#f4ebd6']) expect(script).toContain(paper)
  })
})

describe('sepia', () => {
  test.each([
    ['ink', 'paper', 7],
    ['soft', 'paper', 7],
    ['faint', 'paper', 4.5],
    ['faint', 'raised', 4.5],
    ['link', 'paper', 4.5],
    ['danger', 'paper', 4.5],
    ['green', 'paper', 4.5],
    ['on-green', 'green', 4.5],
    ['notice', 'notice-ground', 7],
    ['edge', 'paper', 3],
  ])('has %s on %s at %s to 1 or more', (front, ground, least) => {
    expect(contrast(sepia(front), sepia(ground))).toBeGreaterThanOrEqual(least - 0.005)
  })
})

function sepia(token: string): string {
  const block = /\[data-theme="sepia"\] \{\s*--paper[^}]*/.exec(styles)?.[0] ?? ''
  return new RegExp(`--${token}: (#[0-9a-f]{6})`).exec(block)?.[1] ?? `no --${token}`
}

/** WCAG 2.2, relative luminance. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('the script before the first paint hands the first letter of the reader’s name to the menu’s button', () => {
  const initial = () => document.documentElement.style.getPropertyValue('--initial')
  localStorage.clear()
  runScript()
  expect(initial()).toBe('')
  for (const [name, letter] of [
    ['Zora Harbour', '"Z"'],
    ['"Quoted"', '"\\""'],
    ['👩 Ada', '"👩"'],
  ]) {
    localStorage.setItem('userData', JSON.stringify({ uuid: 'u-1', name }))
    runScript()
    expect(initial()).toBe(letter)
  }
})
