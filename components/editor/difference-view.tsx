import { useMemo } from 'react'
import { type DifferenceBlock, differences, type WordRun } from '#story-html/differences.ts'
import { normaliseStory } from '#story-html/to-editor.ts'

/** Two stored texts as one, with what was added and what was removed. Everything is shown as plain text. */
export function DifferenceView({ before, after }: { before: string; after: string }) {
  // Normalise both: imported HTML is written differently than the editor writes it.
  const blocks = useMemo(() => differences(normaliseStory(before), normaliseStory(after)), [before, after])
  if (blocks.length === 0) return <p className="text-soft">Neither has any text.</p>
  return (
    <div className="flex max-w-column flex-col gap-4 font-serif text-text">
      {blocks.every(({ kind }) => kind === 'same') && (
        <p className="font-sans text-ui text-soft">This text is the same as the current one.</p>
      )}
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
        <Block key={at} block={block} />
      ))}
    </div>
  )
}

const names: Record<string, string> = {
  img: 'Picture',
  figure: 'Picture',
  iframe: 'Video',
  table: 'Table',
  pre: 'Code',
  hr: 'Divider',
}
const edges = { same: 'border-transparent', added: 'border-green', removed: 'border-danger', changed: 'border-edge' }

function Block({ block: { kind, tag, runs } }: { block: DifferenceBlock }) {
  const isHeading = /^h[1-6]$/.test(tag)
  const isOnlyFormatted = kind === 'changed' && runs.every((run) => run.kind === 'same')
  return (
    <div className={`border-s-2 ps-3 wrap-anywhere ${edges[kind]}`}>
      {names[tag] && <p className="font-sans text-small text-faint">{names[tag]}</p>}
      <p className={`whitespace-pre-wrap ${isHeading ? 'text-lead font-semibold' : ''} ${tag === 'li' ? 'ps-5' : ''}`}>
        {runs.map((run, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <Run key={at} run={run} />
        ))}
        {runs.length === 0 && '—'}
      </p>
      {isOnlyFormatted && <p className="font-sans text-small text-faint">Formatting changed</p>}
    </div>
  )
}

function Run({ run: { text, kind } }: { run: WordRun }) {
  if (kind === 'added') return <ins className="bg-green/15 no-underline">{text}</ins>
  if (kind === 'removed') return <del className="text-danger">{text}</del>
  return text
}
