'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { fieldLabels } from '#contract/story-fields.ts'
import type { Choice, Collision } from '#story-html/merge.ts'
import { wordsOf } from '#story-html/plain-text.ts'
import { resolveStory, type StoryCollision } from './merge-story.ts'
import type { StoryText } from './saving/story-text.ts'

type Props = { collision: StoryCollision; onResolve: (text: StoryText) => void }

const fieldNames = { ...fieldLabels, publication: 'Publication' }

type Chosen = { of: StoryCollision; fields: Record<string, 'mine' | 'theirs'>; places: Choice[] }

/** For edits by two people, or in two tabs, in the same place: shows both side by side, and the writer chooses. */
export function ConflictPanel({ collision, onResolve }: Props) {
  const none: Chosen = { of: collision, fields: {}, places: [] }
  const [chosen, setChosen] = useState(none)
  // The chosen text may collide with what was typed in the meantime. Those are new places, so nothing is chosen for
  // them yet.
  const { fields, places } = chosen.of === collision ? chosen : none
  const collisions = collision.pieces.filter((piece) => typeof piece !== 'string')
  const count = collisions.length + collision.fields.length

  return (
    <section
      aria-labelledby="conflict"
      className="flex flex-col gap-5 rounded-card border border-edge bg-raised p-4 md:p-6"
    >
      <div className="flex flex-col gap-1">
        <h2 id="conflict" tabIndex={-1} className="font-serif text-lead font-semibold outline-none">
          This story was also changed elsewhere
        </h2>
        <p className="text-ui text-soft">
          All other changes have been merged. {count === 1 ? 'One place' : `${count} places`} changed on both sides:
          choose what to keep. Until then, nothing is overwritten.
        </p>
      </div>
      {collision.fields.map(({ field, mine, theirs }) => (
        <Sides
          key={field}
          name={fieldNames[field]}
          mine={mine ?? ''}
          theirs={theirs ?? ''}
          choice={fields[field] ?? 'mine'}
          onChoose={(choice) =>
            choice !== 'both' && setChosen({ of: collision, fields: { ...fields, [field]: choice }, places })
          }
        />
      ))}
      {collisions.map((place, at) => (
        <Sides
          // biome-ignore lint/suspicious/noArrayIndexKey: a collision’s places never change their order
          key={at}
          name={`Place ${at + 1} of the text`}
          mine={shown(place, 'mine')}
          theirs={shown(place, 'theirs')}
          hasBoth
          choice={places[at] ?? 'both'}
          onChoose={(choice) => setChosen({ of: collision, fields, places: chosenAt(places, at, choice) })}
        />
      ))}
      <Button
        look="primary"
        onClick={() => onResolve(resolveStory(collision, { fields, places }))}
        className="self-start"
      >
        Continue with this text
      </Button>
    </section>
  )
}

type SidesProps = Record<'mine' | 'theirs', string> & {
  name: string
  choice: Choice
  hasBoth?: boolean
  onChoose: (choice: Choice) => void
}

function Sides({ name, choice, hasBoth = false, onChoose, ...texts }: SidesProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-ui font-semibold">{name}</legend>
      <div className="grid gap-3 pt-2 md:grid-cols-2">
        {(['mine', 'theirs'] as const).map((side) => (
          <label
            key={side}
            className="flex flex-col gap-2 rounded-card border border-line p-3 has-checked:border-green"
          >
            <span className="flex items-center gap-2 text-ui">
              <input type="radio" name={name} checked={choice === side} onChange={() => onChoose(side)} />
              {side === 'mine' ? 'Yours' : 'The other version'}
            </span>
            <span className="max-h-64 overflow-y-auto font-serif text-text whitespace-pre-wrap wrap-anywhere">
              {texts[side] || <span className="font-sans text-ui text-faint">Nothing: removed here</span>}
            </span>
          </label>
        ))}
      </div>
      {hasBoth && (
        <label className="flex min-h-11 items-center gap-2 text-ui">
          <input type="radio" name={name} checked={choice === 'both'} onChange={() => onChoose('both')} />
          Keep both, yours first
        </label>
      )}
    </fieldset>
  )
}

const wordless = [
  [/<img\b/, 'A picture'],
  [/<iframe\b/, 'A video'],
  [/<hr\b/, 'A divider'],
] as const

/** The place as plain text; if it has no words, the name of what is there. */
function shown(place: Collision, side: 'mine' | 'theirs'): string {
  const html = place[side]
  return wordsOf(html) || (wordless.find(([sign]) => sign.test(html))?.[1] ?? '')
}

function chosenAt(before: Choice[], at: number, choice: Choice): Choice[] {
  const after = [...before]
  while (after.length < at) after.push('both')
  after[at] = choice
  return after
}
