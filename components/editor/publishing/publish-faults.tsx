import { Button } from '#components/ui/button.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { paths } from '#contract/paths.ts'
import { fieldLabels } from '#contract/story-fields.ts'
import { editorErrorOf, editorErrors } from '../editor-errors.ts'
import type { StoryEditorState } from '../use-story-editor.ts'
import { inSheet } from './publish-choices.tsx'

type FailureProps = { editor: StoryEditorState; onClose: () => void }

/** Why the story did not go out, or what has happened to it in the meantime, with what to do next. */
export function PublishFailure({ editor, onClose }: FailureProps) {
  const { failure, isPublishedElsewhere } = editor.publishing
  const { conflict, status } = editor.saving
  return (
    <>
      {conflict && (
        <FormNotice kind="failure">
          <p>Someone else changed this story too. Choose what stays, then publish.</p>
          <p>
            <Button
              look="link"
              onClick={() => {
                onClose()
                document.getElementById('conflict')?.focus()
              }}
              className="min-h-11 text-link"
            >
              Choose what stays
            </Button>
          </p>
        </FormNotice>
      )}
      {failure && !conflict && <Failed failure={failure} />}
      {isPublishedElsewhere && status.slug && (
        <FormNotice kind="notice">
          <p>
            This story has been published since you opened it here: by its plan, in another tab or by someone else.{' '}
            <a href={paths.article(status.slug)} className="underline underline-offset-2">
              See it
            </a>
          </p>
        </FormNotice>
      )}
    </>
  )
}

type FaultsProps = { editor: StoryEditorState; onGo: (field: string) => void }

/** Lists what is missing and what the writer may want to mend first, each with the way to its field. */
export function PublishFaults({ editor: { publishing, errors }, onGo }: FaultsProps) {
  const faults = Object.entries({ ...publishing.missing, ...errors }).filter(([field]) => !inSheet.includes(field))
  const findings = publishing.findings?.map(({ field, sentence }) => [field, sentence] as const) ?? []
  return (
    <>
      {faults.length > 0 && <Faults title="Please fix first" look="text-danger" faults={faults} onGo={onGo} isUrgent />}
      {findings.length > 0 && <Faults title="Worth a look" look="text-soft" faults={findings} onGo={onGo} />}
    </>
  )
}

function Failed({ failure }: { failure: NonNullable<StoryEditorState['publishing']['failure']> }) {
  const { status, message } = failure
  if (status === 401) {
    return (
      <FormNotice kind="failure">
        <p>You’re logged out, so the story isn’t published. Your text and your choices are kept here.</p>
        <p>
          <a href={paths.login()} target="_blank" rel="noopener" className="text-link underline underline-offset-2">
            Log in again in a new tab
          </a>
          , then come back and press the button once more.
        </p>
      </FormNotice>
    )
  }
  return (
    <FormNotice kind="failure">
      <p>{editorErrors[editorErrorOf(status)]}</p>
      <p>{message}</p>
    </FormNotice>
  )
}

type ListProps = Pick<FaultsProps, 'onGo'> & {
  title: string
  look: string
  faults: readonly (readonly [field: string, sentence: string])[]
  /** The focus goes to the first one, because the story can't be published like that. */
  isUrgent?: boolean
}

function Faults({ title, look, faults, onGo, isUrgent = false }: ListProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="text-ui font-semibold">{title}</h3>
      <ul className={`flex list-disc flex-col ps-5 text-ui ${look}`}>
        {faults.map(([field, sentence]) => (
          <li key={sentence} className="py-1.5 wrap-anywhere">
            {sentence}{' '}
            <Button
              look="link"
              {...{ [isUrgent ? 'data-fault' : 'data-finding']: true }}
              onClick={() => onGo(field)}
              className="text-link"
            >
              Go to {nameOf(field)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const otherNames = new Map([
  ['articleImage', 'Story image'],
  ['slug', 'Address'],
])

function nameOf(field: string): string {
  const name = otherNames.get(field) ?? (field in fieldLabels ? fieldLabels[field as keyof typeof fieldLabels] : field)
  return `“${name}”`
}
