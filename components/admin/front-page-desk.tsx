'use client'

import { useAction } from '#components/account/use-action.ts'
import { RowButton } from '#components/ui/action-rows.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { Pin } from '#contract/front-page.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { askAgain, useCall } from '#lib/browser/use-call.ts'
import { Badge, Row, RowList } from './row-list.tsx'

/** Shows what is pinned to the top of the front page, and pins more; `story` is the address that the form begins with. */
export function FrontPageDesk({ story }: { story: string }) {
  const { data: pins, error } = useCall('GET /front-page/pins')
  return (
    <>
      <TitledSection ref={keepFocus} id="pinned" title="Pinned stories" className="flex flex-col gap-4">
        {error && <FormNotice kind="failure">{error.message}</FormNotice>}
        {pins && pins.length > 0 && (
          <RowList label="Pinned stories">
            {pins.map((pin) => (
              <PinRow key={pin.story._id} pin={pin} />
            ))}
          </RowList>
        )}
        <p role="status" className="text-pretty text-soft empty:hidden">
          {!pins && !error && 'Loading…'}
          {pins?.length === 0 && 'No story is pinned: the newest stories of known authors are on top.'}
        </p>
      </TitledSection>
      <PinForm story={story} pins={pins ?? []} />
    </>
  )
}

const placeNames = { lead: 'Lead', second: 'Beside the lead' } as const

function PinRow({ pin: { place, story, ends_at, is_shown } }: { pin: Pin }) {
  const action = useAction()
  const { _id: id, slug, title, author_name } = story
  const unpin = () =>
    action.run('unpin', async () => {
      await callBff('DELETE /front-page/pins/:id', { params: { id } })
      await askAgain('GET /front-page/pins')
    })
  return (
    <Row
      title={title}
      href={paths.article(slug)}
      badges={
        <>
          <Badge>{placeNames[place]}</Badge>
          {!is_shown && <Badge look="notice">Not shown</Badge>}
        </>
      }
      facts={[
        `${author_name ? `By ${author_name}, until` : 'Until'} ${formatDateTime(ends_at)}`,
        !is_shown && 'The story is not public, or its author is suspended.',
      ]}
      actions={<RowButton label="Unpin" of={title} isBusy={action.isAsked('unpin')} onPress={unpin} />}
      failure={action.message}
    />
  )
}

const places = [
  { value: 'lead', label: placeNames.lead },
  { value: 'second', label: placeNames.second },
]
const weekMs = 7 * 24 * 60 * 60 * 1000

function PinForm({ story, pins }: { story: string; pins: readonly Pin[] }) {
  const submission = useSubmission(async ({ story = '', place, ends_at = '' }) => {
    const body = { place: place === 'second' ? 'second' : 'lead', ends_at: endOf(ends_at) } as const
    const { message } = (await callBff('PUT /front-page/pins/:id', { params: { id: story.trim() }, body })).body
    await askAgain('GET /front-page/pins')
    return message
  })
  return (
    <TitledSection id="pin-story" title="Pin a story" className="flex w-full max-w-form flex-col gap-4">
      <Form submission={submission} label="Pin a story">
        <Field
          name="story"
          label="Story"
          help="Its address, or the end of it."
          defaultValue={story}
          autoComplete="off"
          required
          maxLength={200}
          missing="Please enter a story."
        />
        <SelectField name="place" label="Place" options={places} help={replacedIn(pins)} />
        <Field
          name="ends_at"
          label="Until the end of"
          help="At most 90 days from now. Then it leaves the top by itself."
          type="date"
          defaultValue={dayIn(weekMs)}
          required
          missing="Please choose a day."
        />
        <SubmitButton busy="Pinning…">Pin</SubmitButton>
        <p role="status" className="text-pretty text-ui text-green empty:-mt-5">
          {submission.done}
        </p>
      </Form>
    </TitledSection>
  )
}

/** Says beforehand what a pin would replace. */
function replacedIn(pins: readonly Pin[]): string {
  const shown = pins.filter(({ is_shown }) => is_shown)
  const lead = shown.find(({ place }) => place === 'lead')
  const seconds = shown.filter(({ place }) => place === 'second')
  return [
    'One story is the lead, two stand beside it.',
    lead && `A new lead replaces “${lead.story.title}”.`,
    seconds.length === 2 && 'Beside the lead, a new story replaces the one that was pinned first.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The day in this device's time zone that it will be after so long, as a date field has it. */
function dayIn(ms: number): string {
  const then = new Date(Date.now() + ms)
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

function endOf(day: string): string {
  const end = new Date(`${day}T00:00`)
  end.setDate(end.getDate() + 1)
  return Number.isNaN(end.getTime()) ? '' : end.toISOString()
}
