'use client'

import { useId, useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import type { ReadingListPodcast } from '#contract/reading-list.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'

const renewQuestion =
  'Make a new address? The old one stops working: you’ll have to add the new one to your podcast app.'
const endQuestion = 'Turn your private podcast off? Its address stops working.'

/** The reader's saved stories as a podcast feed, at a secret address. */
export function PrivatePodcast() {
  const { data: podcast, error, mutate } = useCall('GET /reading-list/podcast')
  const [isCopied, setIsCopied] = useState(false)
  const action = useAction()
  const id = useId()

  const take = (changed: ReadingListPodcast) => mutate(changed, { revalidate: false })
  const make = () =>
    action.run('make', async () => {
      if (podcast?.url && !confirm(renewQuestion)) return
      await take((await callBff('POST /reading-list/podcast')).body)
      setIsCopied(false)
    })
  const end = () =>
    action.run('end', async () => {
      if (!confirm(endQuestion)) return
      await take((await callBff('DELETE /reading-list/podcast')).body)
    })

  const failure = action.message ?? error?.message
  return (
    <section aria-labelledby="private-podcast" className="flex flex-col gap-4 border-t border-line pt-8">
      <h2 id="private-podcast" className="font-serif text-lead font-semibold">
        Listen to what you save
      </h2>
      <p className="max-w-sentence text-pretty text-soft">
        Your saved stories, read aloud, in any podcast app. The address is yours alone: whoever knows it can listen, so
        keep it to yourself.
      </p>
      {failure && <FormNotice kind="failure">{failure}</FormNotice>}
      {podcast?.url ? (
        <>
          <div className="flex max-w-column flex-col gap-1.5">
            <label htmlFor={id} className="text-ui font-semibold">
              Address for your podcast app
            </label>
            <input
              id={id}
              readOnly
              value={podcast.url}
              onFocus={(event) => event.currentTarget.select()}
              className="h-11 w-full rounded-card border border-edge bg-raised px-3 text-field"
            />
            <p className="text-small text-faint">{episodesSentence(podcast.episodes)}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <CopyButton url={podcast.url} isCopied={isCopied} onCopied={setIsCopied} />
            <Press label="New address" isBusy={action.busy === 'make'} onPress={make} />
            <Press label="Turn off" isBusy={action.busy === 'end'} onPress={end} />
          </div>
        </>
      ) : (
        podcast && <Press label="Make my private podcast" isBusy={action.busy === 'make'} onPress={make} />
      )}
    </section>
  )
}

function episodesSentence(episodes: number): string {
  if (episodes === 0) return 'Nothing in it yet. Saved stories are read aloud one after the other, up to twenty a day.'
  return `${episodes} ${episodes === 1 ? 'story' : 'stories'} in it. New ones are read aloud when you save them, up to twenty a day.`
}

function CopyButton({
  url,
  isCopied,
  onCopied,
}: {
  url: string
  isCopied: boolean
  onCopied: (done: boolean) => void
}) {
  async function copy() {
    // If it is not allowed, the field with the address is above.
    await navigator.clipboard.writeText(url).then(
      () => onCopied(true),
      () => onCopied(false),
    )
  }
  return (
    <>
      <button type="button" onClick={copy} className={buttonStyle.primary}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
      <span role="status" className="sr-only">
        {isCopied && 'The address was copied.'}
      </span>
    </>
  )
}

function Press({ label, isBusy, onPress }: { label: string; isBusy: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={onPress}
      className={`${buttonStyle.secondary} self-start aria-disabled:opacity-60`}
    >
      {label}
    </button>
  )
}
