import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { accentGrounds, accentPalette, checkAccent, leastContrast, usualAccent } from '#contract/accent.ts'

const usual = usualAccent.light.accent
const form = /^#[0-9a-f]{6}$/i

/** The colour of buttons and marks, with how readable it is, and how it looks by day and by night. */
export function AccentField({ known }: { known: string | null }) {
  const [colour, setColour] = useState(known ?? '')
  const isWritten = form.test(colour)
  const { isReadable, ratio, nearest } = checkAccent(isWritten ? colour : usual)
  return (
    <div className="flex flex-col gap-3">
      <Field
        name="accent"
        label="Accent colour (optional)"
        help="Of buttons and marks, as in #1b5e8a. Without one it is green."
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        pattern="#[0-9a-fA-F]{6}"
        mismatch="A colour must look like #1b6b45."
        value={colour}
        onChange={({ target }) => setColour(target.value.trim())}
        end={
          <input
            type="color"
            aria-label="Choose a colour"
            value={isWritten ? colour : usual}
            onChange={({ target }) => setColour(target.value)}
            className="absolute inset-y-1.5 end-1.5 h-8 w-9 cursor-pointer border-0 bg-transparent p-0"
          />
        }
      />
      {colour !== '' && (
        <p
          role="status"
          className={`text-pretty text-small ${isReadable || !isWritten ? 'text-faint' : 'text-danger'}`}
        >
          {isWritten &&
            (isReadable
              ? `Its contrast with the page is ${inWords(ratio)} to 1: readable.`
              : `Its contrast with the page is ${inWords(ratio)} to 1, and has to be ${leastContrast} at least.`)}{' '}
          {isWritten && !isReadable && (
            <Button look="link" onClick={() => setColour(nearest)} className="text-ink">
              Take {nearest}, the nearest readable one
            </Button>
          )}
        </p>
      )}
      {(!isWritten || isReadable) && <Samples colour={isWritten ? colour : usual} />}
    </div>
  )
}

/** Rounded down: 4.46 is not 4.5. */
function inWords(ratio: number): string {
  return String(Math.floor(ratio * 10) / 10)
}

function Samples({ colour }: { colour: string }) {
  const { light, dark } = accentPalette(colour)
  return (
    <div aria-hidden="true" className="grid grid-cols-2 overflow-hidden rounded-card border border-line">
      <Sample {...light} ground={accentGrounds.light[0]} name="By day" />
      <Sample {...dark} ground={accentGrounds.dark[0]} name="By night" />
    </div>
  )
}

type SampleProps = { accent: string; on: string; ground: string; name: string }

function Sample({ accent, on, ground, name }: SampleProps) {
  return (
    <div style={{ background: ground, color: accent }} className="flex flex-col items-start gap-2 p-4">
      <span className="text-small font-semibold">{name}</span>
      <span style={{ background: accent, color: on }} className="rounded-full px-4 py-2 text-ui font-semibold">
        Subscribe
      </span>
    </div>
  )
}
