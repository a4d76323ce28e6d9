import type { ReactNode } from 'react'
import { LineDrawing } from '#components/ui/icon.tsx'
import { StaticMarkup, type WriteMarkup } from '#components/ui/static-markup.tsx'

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

/**
 * The reader's settings: theme, text size, line length. They work before React loads: the platform opens and closes the
 * panel, and theme.js ticks the choices, applies and stores them.
 */
export function ReadingSettings({ write }: { write?: WriteMarkup | undefined }) {
  return (
    <StaticMarkup as="div" className="needs-scripts last:-me-2.5" write={write}>
      <button
        type="button"
        popoverTarget="reading-panel"
        aria-label="Theme and text"
        className="reading-button bar-icon"
      >
        <LineDrawing path={letters} size={22} />
      </button>
      <div id="reading-panel" popover="auto" className="reading-panel">
        <form id="reading-settings" autoComplete="off" className="flex flex-col gap-4">
          <Choices name="Theme" className="swatches">
            {themes.map(({ value, name }) => (
              <label key={value}>
                <input type="radio" name="theme" value={value} />
                <span aria-hidden="true" className={`swatch swatch-${value}`}>
                  {value === 'system' ? '' : 'Aa'}
                </span>
                <span>{name}</span>
              </label>
            ))}
          </Choices>
          <Choices name="Text size" className="segments">
            {sizes.map(({ value, name, look }) => (
              <label key={value}>
                <input type="radio" name="size" value={value} />
                <span aria-hidden="true" className={`font-serif ${look}`}>
                  A
                </span>
                <span className="sr-only">{name}</span>
              </label>
            ))}
          </Choices>
          {/* A phone's screen is narrower than either. */}
          <div className="hidden md:block">
            <Choices name="Line length" className="segments">
              {columns.map(({ value, name }) => (
                <label key={value}>
                  <input type="radio" name="column" value={value} />
                  {name}
                </label>
              ))}
            </Choices>
          </div>
        </form>
      </div>
    </StaticMarkup>
  )
}

function Choices({ name, className, children }: { name: string; className: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-small text-faint">{name}</legend>
      <div className={className}>{children}</div>
    </fieldset>
  )
}
