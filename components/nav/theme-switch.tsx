'use client'

import { useSyncExternalStore } from 'react'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { onThemeChange, rememberedTheme, rememberTheme, type Theme } from './theme.ts'

const choices: { theme: Theme; name: string; icon: IconName }[] = [
  { theme: 'system', name: 'System', icon: 'system' },
  { theme: 'light', name: 'Light', icon: 'sun' },
  { theme: 'dark', name: 'Dark', icon: 'moon' },
]

/** A small menu of three; opening, closing and Escape are the platform's own popover. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(onThemeChange, rememberedTheme, () => 'system' as const)
  const icon = choices.find((choice) => choice.theme === theme)?.icon ?? 'system'
  return (
    <div className="needs-scripts last:-me-3">
      <button
        type="button"
        popoverTarget="theme-menu"
        aria-label="Theme"
        className="theme-button flex h-11 w-10 items-center justify-center rounded-full text-soft hover:text-ink"
      >
        <Icon name={icon} />
      </button>
      <div
        id="theme-menu"
        popover="auto"
        className="theme-menu rounded-card border border-line bg-raised p-2 text-ink shadow-menu"
      >
        <fieldset>
          <legend className="sr-only">Theme</legend>
          {choices.map((choice) => (
            <label
              key={choice.theme}
              className="flex h-10 items-center gap-3 rounded-small px-3 text-ui hover:bg-paper has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-link"
            >
              <input
                type="radio"
                name="theme"
                value={choice.theme}
                checked={theme === choice.theme}
                onChange={() => rememberTheme(choice.theme)}
                className="sr-only"
              />
              <Icon name={choice.icon} size={18} />
              <span className="min-w-20">{choice.name}</span>
              <span className={theme === choice.theme ? 'text-green' : 'invisible'}>
                <Icon name="check" size={18} />
              </span>
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  )
}
