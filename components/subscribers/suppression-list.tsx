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
  hard_bounce: 'There is no such mailbox',
  soft_bounces: 'Mails came back on five days',
  complaint: 'Called it spam',
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
        Mails to these addresses came back, or their owners called them spam. Other mails, such as a link for a new
        password, go to them all the same.
      </p>
      <form aria-label="Suppressed addresses" onSubmit={onSearch} className="flex w-full max-w-form gap-3">
        <SearchInput id={id} name="q" label="The address begins with" placeholder="The address begins with…" />
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
          {query ? `No address begins with “${query}”.` : 'Newsletters go to everybody who wants them.'}
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
                label="Let newsletters go there"
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
