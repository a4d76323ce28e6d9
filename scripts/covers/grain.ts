import { repeatableRandom } from '../seed/repeatable-random.ts'
import { canvas, type Theme } from './drawing.ts'
import { disc, faded, round } from './shapes.ts'

/** Specks without ink, as on cheap paper: over the whole sheet, the same on all. */
export function flecks(theme: Theme): string {
  const next = repeatableRandom(1957)
  const fleck = (fill: string, most: number) => {
    const [x, y, size] = [round(next() * canvas.width), round(next() * canvas.height), round(0.8 + next() ** 4 * most)]
    return disc(x, y, size, fill)
  }
  const pale = Array.from({ length: 380 }, () => fleck('#fff6e0', 2)).join('')
  const deep = Array.from({ length: 300 }, () => fleck('#1d1206', 1.8)).join('')
  return faded(theme === 'light' ? 0.24 : 0.08, pale) + faded(theme === 'light' ? 0.16 : 0.4, deep)
}
