'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { RowButton } from '#components/profile/device-rows.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { paths } from '#contract/paths.ts'
import type { AccountSummary } from '#contract/people.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { RoleForm, SuspendForm } from './person-forms.tsx'
import { Badge, ListState, Row, RowList, useSearchedList } from './row-list.tsx'
import { SearchForm } from './search-form.tsx'

const filters = { all: 'Everyone', admins: 'Administrators', suspended: 'Suspended' } as const
type Filter = keyof typeof filters

/** Finds people; `ownUuid` is the signed-in administrator's. */
export function PeopleList({ ownUuid }: { ownUuid: string }) {
  const [changed, setChanged] = useState<ReadonlyMap<string, AccountSummary>>(new Map())
  const { list, search } = useSearchedList('GET /users', { query: { filter: 'all' } })

  return (
    <section aria-label="People" className="flex flex-col gap-5">
      <SearchForm
        name="People"
        label="Name or email"
        choices={{ label: 'Who', options: filters }}
        onSearch={({ query, choice }) => search({ query: { ...(query && { query }), filter: choice as Filter } })}
      />
      {list.items && list.items.length > 0 && (
        <RowList label="People">
          {list.items.map((person) => (
            <PersonRow
              key={person.uuid}
              person={changed.get(person.uuid) ?? person}
              isSelf={person.uuid === ownUuid}
              onChanged={(now) => setChanged((before) => new Map(before).set(now.uuid, now))}
            />
          ))}
        </RowList>
      )}
      <ListState list={list} empty="No people match this search." />
    </section>
  )
}

type Props = { person: AccountSummary; isSelf: boolean; onChanged: (person: AccountSummary) => void }

/** The product API counts no further. */
const storiesMost = 1_000

/** A person, with an administrator's actions for the account. */
function PersonRow({ person, isSelf, onChanged }: Props) {
  const { uuid, name, role, suspension, mailing_approval } = person
  const [opened, setOpened] = useState<'suspend' | 'role'>()
  const [done, setDone] = useState('')
  const action = useAction()

  function finish(now: AccountSummary, sentence: string) {
    setOpened(undefined)
    setDone(sentence)
    onChanged(now)
  }
  const lift = () =>
    action.run('lift', async () => {
      const { body } = await callBff('POST /users/:uuid/lift-suspension', { params: { uuid } })
      finish(body, `${name} can sign in again.`)
    })
  const approve = () =>
    action.run('approve', async () => {
      const { body } = await callBff('POST /users/:uuid/approve-mailing', { params: { uuid } })
      finish(body, `Stories by ${name} now go to subscribers, one a day.`)
    })
  const withdraw = () =>
    action.run('withdraw', async () => {
      const { body } = await callBff('POST /users/:uuid/withdraw-mailing-approval', { params: { uuid } })
      finish(body, `Stories by ${name} wait for an administrator again, unless three have been published for a week.`)
    })
  const open = (what: 'suspend' | 'role') => {
    setDone('')
    setOpened(what)
  }

  return (
    <Row
      title={
        <a href={paths.profile(uuid)} className="text-ink underline underline-offset-2">
          {name}
        </a>
      }
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
          {suspension ? (
            <RowButton label="Lift suspension" of={name} isBusy={action.isAsked('lift')} onPress={lift} />
          ) : (
            !isSelf && <RowButton label="Suspend" of={name} isBusy={false} onPress={() => open('suspend')} />
          )}
          {role === 'user' && mailing_approval && (
            <RowButton label="Withdraw approval" of={name} isBusy={action.isAsked('withdraw')} onPress={withdraw} />
          )}
          {role === 'user' && !mailing_approval && person.email_proven && (
            <RowButton label="Approve author" of={name} isBusy={action.isAsked('approve')} onPress={approve} />
          )}
          {!(suspension && role === 'user') && (
            <RowButton
              label={role === 'admin' ? 'Make a user' : 'Make administrator'}
              of={name}
              isBusy={false}
              onPress={() => open('role')}
            />
          )}
        </>
      }
    >
      {action.message && (
        <p role="alert" className="text-small text-danger">
          {action.message}
        </p>
      )}
      {opened === 'suspend' && (
        <SuspendForm
          person={person}
          onDone={(now) => finish(now, `${name} is suspended and signed out everywhere.`)}
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
      <p role="status" className="text-ui text-green empty:-mt-3">
        {done}
      </p>
    </Row>
  )
}

function factsOf({ email, email_proven, created_at, last_seen_at, ...about }: AccountSummary): string[] {
  const { stories, suspension, mailing_approval } = about
  const count =
    stories >= storiesMost ? `${storiesMost} stories or more` : stories === 1 ? '1 story' : `${stories} stories`
  return [
    `${email} (${email_proven ? 'confirmed' : 'not confirmed'})`,
    `Since ${formatDateTime(created_at)}, ${last_seen_at ? `last seen ${formatDateTime(last_seen_at)}` : 'not signed in'}, ${count}`,
    ...(mailing_approval
      ? [
          `Approved for newsletters ${formatDateTime(mailing_approval.at)}${mailing_approval.by ? ` by ${mailing_approval.by}` : ''}`,
        ]
      : []),
    ...(suspension
      ? [
          `Suspended ${formatDateTime(suspension.at)}${suspension.by ? ` by ${suspension.by}` : ''}: ${suspension.reason}`,
        ]
      : []),
  ]
}
