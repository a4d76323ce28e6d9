'use client'

import { useId, useState } from 'react'
import { emulateMail } from './emulate-mail.ts'

const views = [
  { name: 'light', label: 'Light' },
  { name: 'dark', label: 'Dark' },
  { name: 'phone', label: 'Phone' },
  { name: 'text', label: 'Text' },
] as const
type View = (typeof views)[number]['name']

/** An email as its recipients see it. No script runs in the frame, and it cannot reach this page. */
export function MailFrame({ html, text }: { html: string; text: string }) {
  const [view, setView] = useState<View>('light')
  // A page may show several emails.
  const group = useId()
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Show the email as</legend>
        {views.map(({ name, label }) => (
          <label
            key={name}
            className="inline-flex h-11 cursor-pointer items-center rounded-full border border-edge px-4 text-ui has-checked:border-ink has-checked:bg-raised has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link"
          >
            <input
              type="radio"
              name={group}
              value={name}
              checked={view === name}
              onChange={() => setView(name)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </fieldset>
      {view === 'text' ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
          tabIndex={0}
          className="max-h-160 overflow-auto rounded-card border border-line bg-raised p-4 font-mono text-small whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </pre>
      ) : (
        <iframe
          title={`The email, ${view === 'dark' ? 'in the dark' : view === 'phone' ? 'on a phone' : 'in light colours'}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={emulateMail(html, { isDark: view === 'dark', isPhone: view === 'phone' })}
          className={`h-160 rounded-card border border-line bg-raised ${view === 'phone' ? 'w-90 max-w-full self-center' : 'w-full'}`}
        />
      )}
    </div>
  )
}
