'use client'

import { type FormEvent, useId } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { DeviceRows, RowButton } from '#components/profile/device-rows.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { momentOf } from '#components/ui/moment-of.ts'
import { SearchInput } from '#components/ui/search-input.tsx'
import type { Suppression } from '#contract/suppressions.ts'
import { AddSuppressionForm } from './add-suppression-form.tsx'
import { useSuppressions } from './use-suppressions.ts'

const reasons: Record<Suppression['reason'], string> = {
  hard_bounce: 'The mailbox does not exist',
  soft_bounces: 'Emails bounced on five days',
  complaint: 'Reported as spam',
  manual: 'Entered by hand',
}

/** Who gets no newsletter, why, and what undoes that. */
export function SuppressionList() {
  const { items, failure, isLoading, query, hasMore, search, askNext, add, remove } = useSuppressions()
  const action = useAction({ inTurn: true })
  const id = useId()

  function onSearch(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    search(String(new FormData(event.currentTarget).get('q')).trim())
  }

  const wrong = action.message ?? failure
  return (
    <section aria-labelledby="suppressed" className="flex flex-col gap-5">
      <h2 id="suppressed" className="font-serif text-lead font-semibold">
        Who gets no newsletters
      </h2>
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
      {wrong && (
        <FormNotice kind="failure">
          <p>{wrong}</p>
        </FormNotice>
      )}
      {items?.length === 0 && (
        <p role="status" className="text-soft">
          {query
            ? `No addresses start with “${query}”.`
            : 'Nobody is suppressed. Newsletters go to everyone who wants them.'}
        </p>
      )}
      {items && items.length > 0 && (
        <DeviceRows
          rows={items.map(({ email, reason, detail, created_at }) => ({
            id: email,
            name: email,
            facts: `${reasons[reason]}, ${momentOf(created_at)}${detail && `: ${detail}`}`,
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
      )}
      {isLoading && <p className="text-faint">Loading…</p>}
      {(hasMore || failure) && !isLoading && (
        <button type="button" onClick={askNext} className={`${buttonStyle.secondary} self-start`}>
          {failure ? 'Try again' : 'Show more'}
        </button>
      )}
      <AddSuppressionForm onAdd={add} />
    </section>
  )
}
