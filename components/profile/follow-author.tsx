'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { sendSubscription } from '#components/newsletter/send-subscription.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import type { Subscription } from '#contract/newsletters.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { useCall } from '#lib/browser/use-call.ts'

type Following = 'no' | 'pending' | 'yes'
type Props = {
  author: { uuid: string; name: string }
  /** The signed-in reader's own address. */
  userEmail: string
}

/** For somebody who is signed in and not the author. */
export function FollowAuthor({ author, userEmail }: Props) {
  const own = { params: { email: userEmail } }
  const { data: subscriptions, error, mutate } = useCall('GET /newsletters/subscriptions/:email', own)
  /** Where the list of subscriptions can't say what the last press has led to. */
  const [unlisted, setUnlisted] = useState<Following>()
  const action = useAction()
  // Following twice changes nothing: without an answer the button offers it.
  const listed = subscriptions ? followingOf(author.uuid, subscriptions) : error && 'no'
  const following = unlisted ?? listed

  async function begin() {
    await follow(author.uuid, userEmail)
    try {
      const { body } = await callBff('GET /newsletters/subscriptions/:email', own)
      await mutate(body, { revalidate: false })
      setUnlisted(followingOf(author.uuid, body) === 'no' ? 'pending' : undefined)
    } catch {
      setUnlisted('yes')
    }
  }

  async function end() {
    await callBff('DELETE /newsletters/unsubscribe/author', { body: { authorUuid: author.uuid, userEmail } })
    const others = subscriptions?.filter(({ following_author }) => following_author !== author.uuid)
    await mutate(others, { revalidate: false })
    setUnlisted('no')
  }

  const toggle = () =>
    action.run('following', async () => {
      try {
        await (following === 'no' ? begin() : end())
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

function followingOf(authorUuid: string, subscriptions: Subscription[]): Following {
  const found = subscriptions.find(({ following_author }) => following_author === authorUuid)
  return !found ? 'no' : found.confirmed ? 'yes' : 'pending'
}

async function follow(authorUuid: string, email: string): Promise<void> {
  try {
    await sendSubscription({ email, following_author: authorUuid })
  } catch (fault) {
    // 11000: one follows already, e.g. since another tab.
    if (!(fault instanceof CallFailure) || Number(fault.code) !== 11000) throw fault
  }
}
