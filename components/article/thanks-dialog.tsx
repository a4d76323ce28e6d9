import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { useModal } from '#components/ui/full-screen-dialog.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import { thanksMost } from '#contract/text-limits.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'

export type ThanksDialogProps = {
  storyId: string
  /** The writer's name. */
  writer: string
  /** The line typed so far. */
  line: string
  onLine: (line: string) => void
  onClose: () => void
}

/** The dialog in which a reader writes one line to the writer, or sees the one that was sent. */
export function ThanksDialog({ storyId, writer, line, onLine, onClose }: ThanksDialogProps) {
  const { dialog, close } = useModal(onClose)
  const ofStory = { params: { id: storyId } }
  const { data: own, error, mutate } = useCall('GET /contents/:id/thanks', ofStory)
  const submission = useSubmission(async ({ words = '' }) => {
    const { body } = await callBff('POST /contents/:id/thanks', { ...ofStory, body: { words } })
    onLine('')
    await mutate(body, { revalidate: false })
  })
  return (
    <dialog
      ref={dialog}
      aria-labelledby="thanks-heading"
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-form rounded-card border border-line bg-raised p-6 text-start text-ink shadow-menu backdrop:bg-paper/80"
    >
      <div className="flex flex-col gap-5">
        <h2 id="thanks-heading" className="wrap-anywhere font-serif text-lead font-semibold">
          Say thanks to {writer}
        </h2>
        {own?.words ? (
          <>
            {submission.done !== undefined && (
              <FormNotice kind="success" takesFocus>
                <p>Your line was sent.</p>
              </FormNotice>
            )}
            <blockquote dir="auto" className="border-s-2 border-edge ps-4 wrap-anywhere font-serif text-text italic">
              {own.words}
            </blockquote>
            <p className="text-small text-faint">
              {own.sent_at && `Sent on ${formatDateTime(own.sent_at)}. `}Only {writer} and you can see it.
            </p>
            <Button onClick={close} className="self-start">
              Close
            </Button>
          </>
        ) : own || error ? (
          <Form submission={submission} label="Thanks" remedy={submission.failure?.status === 401 && <LogInAgain />}>
            <Field
              name="words"
              label="Your line"
              help={`Only ${writer} sees it, with your name. It can’t be changed once it is sent.`}
              missing="Please write a line."
              control={(tied) => (
                <textarea
                  {...tied}
                  required
                  {...{ autoFocus: true }}
                  rows={4}
                  value={line}
                  onChange={(event) => onLine(event.currentTarget.value)}
                  className={`${tied.className} py-2.5`}
                />
              )}
            />
            <p
              aria-live="off"
              className={`-mt-3 text-small tabular-nums ${line.length > thanksMost ? 'text-danger' : 'text-faint'}`}
            >
              {line.length} of {thanksMost} characters
            </p>
            <div className="flex flex-wrap gap-3">
              <SubmitButton busy="Sending…" className="">
                Send
              </SubmitButton>
              <Button onClick={close}>Cancel</Button>
            </div>
          </Form>
        ) : (
          <p role="status" className="text-faint">
            Loading…
          </p>
        )}
      </div>
    </dialog>
  )
}

/** Opens another tab, so that the typed line can be sent here afterwards. */
function LogInAgain() {
  return (
    <a href={paths.login()} target="_blank" className={lineLink} rel="noopener">
      Log in again in another tab, then send
    </a>
  )
}
