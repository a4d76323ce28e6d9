'use client'

import { type FormEvent, useId, useState } from 'react'
import { EmailField } from '#components/account/person-fields.tsx'
import { useAction } from '#components/account/use-action.ts'
import { ListState } from '#components/admin/row-list.tsx'
import { ActionRows, RowButton } from '#components/ui/action-rows.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { SearchInput } from '#components/ui/search-input.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { Suppression } from '#contract/suppressions.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'

const reasons: Record<Suppression['reason'], string> = {
  hard_bounce: 'The mailbox does not exist',
  soft_bounces: 'Emails bounced on five days',
  complaint: 'Reported as spam',
  manual: 'Entered by hand',
}

/** The addresses that get no newsletters, the reasons, and the buttons that allow them again. */
export function SuppressionList() {
  const { list, query, search, add, remove } = useSuppressions()
  const action = useAction({ inTurn: true })
  const id = useId()

  function onSearch(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    search(String(new FormData(event.currentTarget).get('q')).trim())
  }

  return (
    <TitledSection ref={keepFocus} id="suppressed" title="Who gets no newsletters" className="flex flex-col gap-5">
      <p className="max-w-sentence text-pretty text-soft">
        Emails to these addresses bounced, or their owners reported them as spam. Other emails, such as a link for a new
        password, still go to them.
      </p>
      <form aria-label="Suppressed addresses" onSubmit={onSearch} className="flex w-full max-w-form gap-3">
        <SearchInput id={id} name="q" label="Address starts with" placeholder="Address starts with…" />
        <button type="submit" className={buttonStyle.secondary}>
          Search
        </button>
      </form>
      <ActionRows
        failure={action.message}
        rows={(list.items ?? []).map(({ email, reason, detail, created_at }) => ({
          id: email,
          name: email,
          facts: `${reasons[reason]}, ${formatDateTime(created_at)}${detail && `: ${detail}`}`,
          end: (
            <RowButton
              label="Allow newsletters"
              of={email}
              isBusy={action.isAsked(email)}
              onPress={() => action.run(email, () => remove(email))}
            />
          ),
        }))}
      />
      <ListState
        list={list}
        empty={
          query
            ? `No addresses start with “${query}”.`
            : 'Nobody is suppressed. Newsletters go to everyone who wants them.'
        }
      />
      <AddSuppressionForm onAdd={add} />
    </TitledSection>
  )
}

function AddSuppressionForm({ onAdd }: { onAdd: (email: string, detail: string) => Promise<void> }) {
  const submission = useSubmission(async ({ email = '', detail = '' }) => {
    await onAdd(email, detail)
    submission.form.current?.reset()
    return email
  })
  return (
    <div className="w-full max-w-form pt-4">
      <h3 className="pb-4 font-semibold">Stop newsletters to an address</h3>
      <Form submission={submission} label="Stop newsletters to an address">
        <EmailField autoComplete="off" />
        <Field name="detail" label="Why (for other administrators)" maxLength={300} />
        <SubmitButton busy="Adding…" look="secondary">
          Add
        </SubmitButton>
        <p role="status" className="text-ui text-green">
          {submission.done && `${submission.done} gets no more newsletters.`}
        </p>
      </Form>
    </div>
  )
}

/** The addresses that get no newsletters, as far as they are loaded; changes made here show immediately. */
function useSuppressions() {
  const [query, setQuery] = useState('')
  const [added, setAdded] = useState<readonly Suppression[]>([])
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const list = useCallList('GET /newsletters/suppressions', { query: query ? { q: query } : {} })
  const isShown = ({ email }: Suppression) => !removed.has(email) && !added.some((one) => one.email === email)

  return {
    list: {
      ...list,
      items: list.items && [...added.filter(({ email }) => email.startsWith(query)), ...list.items.filter(isShown)],
    },
    query,
    search: setQuery,
    add: async (email: string, detail: string) => {
      const { body } = await callBff('POST /newsletters/suppressions', { body: { email, ...(detail && { detail }) } })
      setAdded((before) => [body, ...before.filter((one) => one.email !== body.email)])
    },
    remove: async (email: string) => {
      await callBff('DELETE /newsletters/suppressions', { body: { email } })
      setAdded((before) => before.filter((one) => one.email !== email))
      setRemoved((before) => new Set(before).add(email))
    },
  }
}
