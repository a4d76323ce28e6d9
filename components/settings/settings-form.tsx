import type { ReactNode } from 'react'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import type { Submission } from '#components/ui/use-sending.ts'

type Props = { submission: Submission; label: string; children: ReactNode }

/** A form of settings, with its button and what became of it. */
export function SettingsForm({ submission, label, children }: Props) {
  return (
    <Form submission={submission} label={label}>
      {children}
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton busy="Saving…">Save</SubmitButton>
        <p role="status" className="text-pretty text-ui text-green">
          {submission.done}
        </p>
      </div>
    </Form>
  )
}
