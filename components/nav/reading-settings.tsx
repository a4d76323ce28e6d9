import type { ReactNode } from 'react'
import { LineDrawing } from '#components/ui/icon.tsx'

const letters = 'M2.5 18.5 7.75 5.5 13 18.5M4.3 14h6.9M18 11.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Zm3.5 0v7'

const themes = [
  { value: 'system', name: 'System' },
  { value: 'light', name: 'Light' },
  { value: 'sepia', name: 'Sepia' },
  { value: 'dark', name: 'Dark' },
]
const sizes = [
  { value: 'small', name: 'Small', look: 'text-ui' },
  { value: 'medium', name: 'Medium', look: 'text-read' },
  { value: 'large', name: 'Large', look: 'text-heading' },
]
const columns = [
  { value: 'narrow', name: 'Standard' },
  { value: 'wide', name: 'Wide' },
]

const choice =
  'flex cursor-pointer items-center justify-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link'
const segment = `${choice} h-11 flex-1 rounded-small border border-transparent hover:text-ink has-checked:border-edge has-checked:bg-paper has-checked:font-semibold has-checked:text-ink`

/**
 * The reader's settings: theme, text size, line length. They work before React loads: the platform opens and closes the
 * panel, and theme.js ticks the choices, applies and stores them. React leaves the inputs alone.
 */
export function ReadingSettings() {
  return (
    <div className="needs-scripts last:-me-2.5">
      <button
        type="button"
        popoverTarget="reading-panel"
        aria-label="Theme and text"
        className="reading-button flex h-11 w-10 items-center justify-center rounded-full text-soft hover:text-ink"
      >
        <LineDrawing path={letters} size={22} />
      </button>
      <div
        id="reading-panel"
        popover="auto"
        className="reading-panel rounded-card border border-line bg-raised p-4 text-ui text-ink shadow-menu"
      >
        <form id="reading-settings" autoComplete="off" className="flex flex-col gap-4">
          <Choices name="Theme" className="gap-1">
            {themes.map(({ value, name }) => (
              <label
                key={value}
                className="group flex flex-1 cursor-pointer flex-col items-center gap-1.5 py-1 text-small text-soft has-checked:font-semibold has-checked:text-ink"
              >
                <input type="radio" name="theme" value={value} className="peer sr-only" />
                <span
                  aria-hidden="true"
                  className={`swatch swatch-${value} flex size-11 items-center justify-center rounded-full border border-edge font-serif text-text outline-offset-2 group-has-checked:outline-2 group-has-checked:outline-green peer-focus-visible:outline-2 peer-focus-visible:outline-link`}
                >
                  {value === 'system' ? '' : 'Aa'}
                </span>
                <span>{name}</span>
              </label>
            ))}
          </Choices>
          <Choices name="Text size" className="gap-1 rounded-card bg-line/50 p-1">
            {sizes.map(({ value, name, look }) => (
              <label key={value} className={segment}>
                <input type="radio" name="size" value={value} className="sr-only" />
                <span aria-hidden="true" className={`font-serif ${look}`}>
                  A
                </span>
                <span className="sr-only">{name}</span>
              </label>
            ))}
          </Choices>
          {/* A phone's screen is narrower than either. */}
          <div className="hidden md:block">
            <Choices name="Line length" className="gap-1 rounded-card bg-line/50 p-1">
              {columns.map(({ value, name }) => (
                <label key={value} className={segment}>
                  <input type="radio" name="column" value={value} className="sr-only" />
                  {name}
                </label>
              ))}
            </Choices>
          </div>
        </form>
      </div>
    </div>
  )
}

function Choices({ name, className, children }: { name: string; className: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-small text-faint">{name}</legend>
      <div className={`flex ${className}`}>{children}</div>
    </fieldset>
  )
}
