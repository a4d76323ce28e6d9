'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { RowButton } from '#components/ui/action-rows.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { Invitation, InvitedAddress } from '#contract/invitations.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { PagedRows, Row, useSearchedList } from './row-list.tsx'

const open = { query: { state: 'open' } } as const

/** Invites people by email, and lists the invitations that nobody has used yet. */
export function Invitations() {
  const { list } = useSearchedList('GET /dashboard/invitations', open)
  return (
    <TitledSection ref={keepFocus} id="invite" title="Invite people" className="flex flex-col gap-5">
      <InviteForm onInvited={list.askAgain} />
      <PagedRows
        label="Invitations"
        list={list}
        empty="No invitation is open."
        row={(invitation) => <InvitationRow key={invitation._id} invitation={invitation} />}
      />
    </TitledSection>
  )
}

function InviteForm({ onInvited }: { onInvited: () => void }) {
  const [invited, setInvited] = useState<readonly InvitedAddress[]>([])
  // The fields of a form keep what was typed; another one is empty.
  const [round, setRound] = useState(0)
  return (
    <>
      {invited.length > 0 && (
        <FormNotice kind="success" takesFocus>
          {invited.map(({ email, outcome }) => (
            <p key={email}>{outcomes[outcome](email)}</p>
          ))}
        </FormNotice>
      )}
      <AddressForm
        key={round}
        onInvited={(now) => {
          setInvited(now)
          setRound(round + 1)
          onInvited()
        }}
      />
    </>
  )
}

function AddressForm({ onInvited }: { onInvited: (invited: readonly InvitedAddress[]) => void }) {
  const submission = useSubmission(async ({ emails = '' }) => {
    const addresses = addressesIn(emails)
    try {
      const { body } = await callBff('POST /dashboard/invitations', { body: { emails: addresses } })
      onInvited(body)
    } catch (fault) {
      throw fault instanceof CallFailure ? inOneField(fault, addresses) : fault
    }
  })
  return (
    <Form submission={submission} label="Invite people" className="max-w-form gap-4">
      <Field
        name="emails"
        label="Email addresses"
        help="One on a line, at most 20. Each gets a link that is valid for 14 days."
        required
        missing="Please enter an email address."
        className="min-h-24 py-2.5"
        control={(tied) => <textarea {...tied} rows={4} maxLength={8_000} autoComplete="off" required />}
      />
      <SubmitButton busy="Inviting…">Invite</SubmitButton>
    </Form>
  )
}

function addressesIn(typed: string): string[] {
  return typed.split(/[\n,;]+/).flatMap((line) => line.trim() || [])
}

/** A failure whose words about single addresses are about the one field that has them all. */
function inOneField(fault: CallFailure, addresses: readonly string[]): CallFailure {
  const named = Object.entries(fault.fields ?? {}).map(([field, sentence]) => {
    const address = addresses[Number(/^emails\.(\d+)$/.exec(field)?.[1])]
    return address ? `${address}: ${sentence}` : sentence
  })
  if (named.length === 0) return fault
  return new CallFailure(fault.status, fault.message, { fields: { emails: named.join(' ') } })
}

const outcomes: Record<InvitedAddress['outcome'], (email: string) => string> = {
  invited: (email) => `${email} is invited.`,
  sent_again: (email) => `${email} was invited before and gets a new link. The earlier one stops working.`,
  let_in: (email) => `${email} has an account already, which may publish now.`,
  has_account: (email) => `${email} has an account already, which may publish.`,
  unproven_account: (email) =>
    `${email} has an account, but the address isn’t confirmed yet. Let that person publish once it is.`,
  too_often: (email) => `${email} got three invitations today. Please try again tomorrow.`,
}

/** An open invitation, to send again or to withdraw. */
function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { _id: id, email, invited_by, created_at, expires_at } = invitation
  const [done, setDone] = useState('')
  const [isWithdrawn, setIsWithdrawn] = useState(false)
  const action = useAction()

  const sendAgain = () =>
    action.run('send', async () => {
      const { body } = await callBff('POST /dashboard/invitations', { body: { emails: [email] } })
      setDone(body.map((one) => outcomes[one.outcome](one.email)).join(' '))
    })
  const withdraw = () =>
    action.run('withdraw', async () => {
      const { body } = await callBff('DELETE /dashboard/invitations/:id', { params: { id } })
      setDone(body.message)
      setIsWithdrawn(true)
    })
  return (
    <Row
      title={email}
      facts={[
        `Sent ${formatDateTime(created_at)}${invited_by ? ` by ${invited_by}` : ''}, valid until ${formatDateTime(expires_at)}`,
      ]}
      actions={
        !isWithdrawn && (
          <>
            <RowButton label="Send again" of={email} isBusy={action.isAsked('send')} onPress={sendAgain} />
            <RowButton label="Withdraw" of={email} isBusy={action.isAsked('withdraw')} onPress={withdraw} />
          </>
        )
      }
      failure={action.message}
      done={done}
    />
  )
}
