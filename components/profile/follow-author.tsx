'use client'

import { useEffect, useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import type { Subscription } from '#contract/newsletters.ts'
import { CallFailure, callJson } from '#lib/bff/client.ts'

type Following = 'no' | 'pending' | 'yes'
type Props = {
  author: { uuid: string; name: string }
  /** The signed-in reader's own address. */
  userEmail: string
}

/** For somebody who is signed in and not the author. */
export function FollowAuthor({ author, userEmail }: Props) {
  const [following, setFollowing] = useState<Following>()
  const action = useAction()

  useEffect(() => {
    let isGone = false
    followingOf(author.uuid, userEmail)
      // Following twice changes nothing: without an answer the button offers it.
      .catch(() => 'no' as const)
      .then((now) => !isGone && setFollowing(now))
    return () => {
      isGone = true
    }
  }, [author.uuid, userEmail])

  const toggle = () =>
    action.run('following', async () => {
      try {
        setFollowing(following === 'no' ? await follow(author.uuid, userEmail) : await unfollow(author.uuid, userEmail))
      } catch (fault) {
        if (!(fault instanceof CallFailure) || fault.status !== 401) throw fault
        alert('Please log in to follow this author')
      }
    })

  if (!following) return <p className="flex min-h-11 items-center text-faint">Loading…</p>
  return (
    <div className="flex flex-col items-start gap-2">
      <button
        type="button"
        onClick={toggle}
        aria-disabled={action.busy !== undefined || undefined}
        className={`${buttonStyle[following === 'no' ? 'primary' : 'secondary']} aria-disabled:opacity-60`}
      >
        {following === 'no' ? 'Follow Author' : 'Unfollow Author'}
      </button>
      <p role="status" className="text-small text-soft">
        {following === 'pending' && 'Please confirm it by the mail we have sent you.'}
        {following === 'yes' && <span className="sr-only">You follow {author.name}.</span>}
      </p>
      {action.message && (
        <p role="alert" className="text-small text-danger">
          {action.message}
        </p>
      )}
    </div>
  )
}

async function followingOf(authorUuid: string, email: string): Promise<Following> {
  const address = `/api/newsletters/subscriptions/${encodeURIComponent(email)}`
  const { body } = await callJson<Subscription[]>('GET', address)
  const found = body.find(({ following_author }) => following_author === authorUuid)
  return !found ? 'no' : found.confirmed ? 'yes' : 'pending'
}

async function follow(authorUuid: string, email: string): Promise<Following> {
  try {
    await callJson('POST', '/api/newsletters/subscribe', { email, following_author: authorUuid })
  } catch (fault) {
    // 11000: one follows already, e.g. since another tab.
    if (!(fault instanceof CallFailure) || Number(fault.code) !== 11000) throw fault
  }
  const now = await followingOf(authorUuid, email).catch(() => 'yes' as const)
  return now === 'no' ? 'pending' : now
}

async function unfollow(authorUuid: string, userEmail: string): Promise<Following> {
  await callJson('DELETE', '/api/newsletters/unsubscribe/author', { authorUuid, userEmail })
  return 'no'
}
