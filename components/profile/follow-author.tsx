'use client'

import { useState } from 'react'
import { sendSubscription } from '#components/newsletter/send-subscription.ts'
import { Button } from '#components/ui/button.tsx'
import { FailureText } from '#components/ui/failure-text.tsx'
import { useSwitch } from '#components/ui/use-switch.ts'
import type { Subscription } from '#contract/subscription-schemas.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { useCall } from '#lib/browser/use-call.ts'

type Following = 'no' | 'pending' | 'yes'
type Props = {
  author: { uuid: string; name: string }
  /** The signed-in reader's own address. */
  userEmail: string
  /** The id of the story on whose page it is. */
  story?: string
}

/** For a signed-in reader who is not the author: shows a press immediately, and takes it back with a message. */
export function FollowAuthor({ author, userEmail, story }: Props) {
  const own = { params: { email: userEmail } }
  const { data: subscriptions, error, mutate } = useCall('GET /newsletters/subscriptions/:email', own)
  /** The last press, and its result if the list of subscriptions can't say so. */
  const [shown, setShown] = useState<Following>()
  /** The server's sentence about the follow: only the server knows whether an email goes out. */
  const [answer, setAnswer] = useState('')
  const { turn, failure } = useSwitch(tell, show)
  // Following twice changes nothing: without an answer the button offers to follow.
  const listed = subscriptions ? followingOf(author.uuid, subscriptions) : error && 'no'
  const following = shown ?? listed

  async function tell(isOn: boolean): Promise<void> {
    try {
      await (isOn ? begin() : end())
    } catch (fault) {
      if (isSignedOut(fault)) alert('Please log in to follow this author')
      throw fault
    }
  }

  function show(isOn: boolean): void {
    setShown(isOn ? 'yes' : 'no')
    setAnswer('')
  }

  async function begin() {
    const message = await follow({ following_author: author.uuid, email: userEmail, asked_on: story })
    const { body } = await callBff('GET /newsletters/subscriptions/:email', own)
    await mutate(body, { revalidate: false })
    setShown(undefined)
    setAnswer(message)
  }

  async function end() {
    const body = { authorUuid: author.uuid, userEmail }
    const { message } = (await callBff('DELETE /newsletters/unsubscribe/author', { body, keepalive: true })).body
    const others = subscriptions?.filter(({ following_author }) => following_author !== author.uuid)
    await mutate(others, { revalidate: false })
    setShown('no')
    setAnswer(message)
  }

  if (!following) return <p className="flex min-h-11 items-center text-faint">Loading…</p>
  return (
    <div className="flex flex-col items-start gap-2">
      <Button look={following === 'no' ? 'primary' : 'secondary'} onClick={() => turn(following === 'no')}>
        {following === 'no' ? 'Follow Author' : 'Unfollow Author'}
      </Button>
      <p role="status" className="text-small text-soft">
        {following === 'yes' ? (
          <span className="sr-only">You follow {author.name}.</span>
        ) : (
          answer || (following === 'pending' && 'Waiting for you to confirm by email')
        )}
      </p>
      {failure && !isSignedOut(failure) && (
        <FailureText>
          {`You ${following === 'no' ? 'don’t' : 'still'} follow ${author.name}. ${failure.message}`}
        </FailureText>
      )}
    </div>
  )
}

function followingOf(authorUuid: string, subscriptions: Subscription[]): Following {
  const found = subscriptions.find(({ following_author }) => following_author === authorUuid)
  return !found ? 'no' : found.confirmed ? 'yes' : 'pending'
}

function isSignedOut(fault: unknown): boolean {
  return fault instanceof CallFailure && fault.status === 401
}

type Follow = { email: string; following_author: string; asked_on: string | undefined }

async function follow(wanted: Follow): Promise<string> {
  try {
    return await sendSubscription({ ...wanted, as_account: true })
  } catch (fault) {
    // 11000: one follows already, e.g. since another tab.
    if (!(fault instanceof CallFailure) || Number(fault.code) !== 11000) throw fault
    return ''
  }
}
