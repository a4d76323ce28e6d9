'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { RowButton } from '#components/ui/action-rows.tsx'
import { countOf } from '#components/ui/count-of.ts'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { paths } from '#contract/paths.ts'
import type { AccountSummary } from '#contract/people.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { RoleForm, SuspendForm } from './person-forms.tsx'
import { Badge, PagedRows, Row, useSearchedList } from './row-list.tsx'
import { SearchForm } from './search-form.tsx'

const filters = { all: 'Everyone', admins: 'Administrators', suspended: 'Suspended' } as const
type Filter = keyof typeof filters

/** Finds people; `ownUuid` is the signed-in administrator's. */
export function PeopleList({ ownUuid }: { ownUuid: string }) {
  const { list, search } = useSearchedList('GET /users', { query: { filter: 'all' } })

  return (
    <section ref={keepFocus} aria-label="People" className="flex flex-col gap-5">
      <SearchForm
        name="People"
        label="Name or email"
        choices={{ label: 'Who', options: filters }}
        onSearch={({ query, choice }) => search({ query: { ...(query && { query }), filter: choice as Filter } })}
      />
      <PagedRows
        label="People"
        list={list}
        empty="No people match this search."
        row={(person) => <PersonRow key={person.uuid} listed={person} isSelf={person.uuid === ownUuid} />}
      />
    </section>
  )
}

type Change =
  | 'lift-suspension'
  | 'approve-mailing'
  | 'withdraw-mailing-approval'
  | 'allow-publishing'
  | 'withdraw-publishing'

/** A person, with an administrator's actions for the account; what they change shows immediately. */
function PersonRow({ listed, isSelf }: { listed: AccountSummary; isSelf: boolean }) {
  const [changed, setChanged] = useState<AccountSummary>()
  const [opened, setOpened] = useState<'suspend' | 'role'>()
  const [done, setDone] = useState('')
  const action = useAction()
  const person = changed ?? listed
  const { uuid, name, role, suspension, mailing_approval, publishing_approval } = person

  function finish(now: AccountSummary, sentence: string) {
    setOpened(undefined)
    setDone(sentence)
    setChanged(now)
  }
  const open = (what: 'suspend' | 'role') => {
    setDone('')
    setOpened(what)
  }
  const button = (label: string, change: Change, sentence: string) => (
    <RowButton
      label={label}
      of={name}
      isBusy={action.isAsked(change)}
      onPress={() =>
        action.run(change, async () => {
          finish((await callBff(`POST /users/:uuid/${change}`, { params: { uuid } })).body, sentence)
        })
      }
    />
  )

  return (
    <Row
      title={name}
      href={paths.profile(uuid)}
      badges={
        <>
          {isSelf && <Badge>You</Badge>}
          {role === 'admin' && <Badge look="good">Administrator</Badge>}
          {role === 'user' && mailing_approval && <Badge look="good">Approved author</Badge>}
          {suspension && <Badge look="bad">Suspended</Badge>}
        </>
      }
      facts={factsOf(person)}
      actions={
        <>
          {suspension && button('Lift suspension', 'lift-suspension', `${name} can log in again.`)}
          {!suspension && !isSelf && <RowButton label="Suspend" of={name} onPress={() => open('suspend')} />}
          {role === 'user' &&
            mailing_approval &&
            button(
              'Withdraw approval',
              'withdraw-mailing-approval',
              `Stories by ${name} wait for an administrator again, unless three have been published for a week.`,
            )}
          {role === 'user' &&
            !mailing_approval &&
            person.email_proven &&
            button('Approve author', 'approve-mailing', `Stories by ${name} now go to subscribers, one a day.`)}
          {role === 'user' &&
            publishing_approval &&
            button(
              'Withdraw publishing',
              'withdraw-publishing',
              `${name} can’t publish further stories where only invited people may; published ones stay.`,
            )}
          {role === 'user' &&
            !publishing_approval &&
            person.email_proven &&
            button(
              'Let publish',
              'allow-publishing',
              `${name} can publish stories, also where only invited people may.`,
            )}
          {!(suspension && role === 'user') && (
            <RowButton
              label={role === 'admin' ? 'Make a user' : 'Make administrator'}
              of={name}
              onPress={() => open('role')}
            />
          )}
        </>
      }
      failure={action.message}
      done={done}
    >
      {opened === 'suspend' && (
        <SuspendForm
          person={person}
          onDone={(now) => finish(now, `${name} is suspended and logged out everywhere.`)}
          onCancel={() => setOpened(undefined)}
        />
      )}
      {opened === 'role' && (
        <RoleForm
          person={person}
          isSelf={isSelf}
          onDone={(now) => finish(now, `${name} is ${now.role === 'admin' ? 'an administrator' : 'a user'} now.`)}
          onCancel={() => setOpened(undefined)}
        />
      )}
    </Row>
  )
}

/** The product API counts no further. */
const storiesMost = 1_000

function factsOf(person: AccountSummary): (string | null)[] {
  const { email, email_proven, created_at, last_seen_at, stories, suspension, publishing_approval } = person
  const approval = person.mailing_approval
  const count = stories >= storiesMost ? `${storiesMost} stories or more` : countOf(stories, 'story', 'stories')
  const seen = last_seen_at ? `last seen ${formatDateTime(last_seen_at)}` : 'not logged in'
  return [
    `${email} (${email_proven ? 'confirmed' : 'not confirmed'})`,
    `Since ${formatDateTime(created_at)}, ${seen}, ${count}`,
    publishing_approval && `Invited to publish ${atBy(publishing_approval)}`,
    approval && `Approved for newsletters ${atBy(approval)}`,
    suspension && `Suspended ${atBy(suspension)}: ${suspension.reason}`,
  ]
}

function atBy({ at, by }: { at: string; by: string | null }): string {
  return `${formatDateTime(at)}${by ? ` by ${by}` : ''}`
}
