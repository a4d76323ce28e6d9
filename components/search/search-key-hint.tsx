'use client'

const key = 'bg-raised border border-line rounded-small px-1.5 font-mono text-small text-ink'

/** Explains the search key. A key without a modifier must be possible to switch off (WCAG 2.1.4). */
export function SearchKeyHint({ isOn, onSwitch }: { isOn: boolean; onSwitch: () => void }) {
  return (
    <p className="needs-scripts mt-3 hidden flex-wrap items-center gap-x-2 ps-4 text-small text-faint md:pointer-fine:flex">
      <kbd className={key}>↓</kbd> <kbd className={key}>↑</kbd> walk through the results
      {isOn && (
        <>
          , <kbd className={key}>/</kbd> leads back here
        </>
      )}
      <button type="button" onClick={onSwitch} className="px-1 py-0.5 underline underline-offset-2 hover:text-ink">
        {isOn ? 'Switch the / key off' : 'Switch the / key on'}
      </button>
    </p>
  )
}
