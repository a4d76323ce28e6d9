'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { countOf } from '#components/ui/count-of.ts'
import { Field } from '#components/ui/field.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { TitledSection } from '#components/ui/titled-section.tsx'
import type { ReadingListPodcast } from '#contract/reading-list.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { copyText } from '#lib/browser/share-text.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { usePolling } from '#lib/browser/use-polling.ts'

const renewQuestion =
  'Make a new address? The old one stops working: you’ll have to add the new one to your podcast app.'
const endQuestion = 'Turn your private podcast off? Its address stops working.'

const askEveryMs = 2_000

/** The reader's saved stories as a podcast feed, at a secret address. */
export function PrivatePodcast() {
  const { data: podcast, error, mutate } = useCall('GET /reading-list/podcast')
  const [outcome, setOutcome] = useState<CopyOutcome>()
  usePolling(() => mutate(), { goesOn: (podcast?.under_way ?? 0) > 0, everyMs: askEveryMs })
  const action = useAction()

  const take = (changed: ReadingListPodcast) => mutate(changed, { revalidate: false })
  const make = () =>
    action.run('make', async () => {
      if (podcast?.url && !confirm(renewQuestion)) return
      await take((await callBff('POST /reading-list/podcast')).body)
      setOutcome(undefined)
    })
  const end = () =>
    action.run('end', async () => {
      if (!confirm(endQuestion)) return
      await take((await callBff('DELETE /reading-list/podcast')).body)
    })

  const failure = action.message ?? error?.message
  return (
    <TitledSection
      ref={keepFocus}
      id="private-podcast"
      title="Listen to what you save"
      className="flex flex-col gap-4 border-t border-line pt-8"
    >
      <p className="max-w-sentence text-pretty text-soft">
        Your saved stories, read aloud, in any podcast app. The address is yours alone: whoever knows it can listen, so
        keep it to yourself.
      </p>
      {failure && <FormNotice kind="failure">{failure}</FormNotice>}
      {podcast?.url ? (
        <>
          <div className="max-w-column">
            <Field
              name="podcast"
              label="Address for your podcast app"
              readOnly
              value={podcast.url}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Progress podcast={podcast} />
          </div>
          <div className="flex flex-wrap gap-3">
            <CopyButton url={podcast.url} outcome={outcome} onOutcome={setOutcome} />
            <Button isBusy={action.busy === 'make'} onClick={make}>
              New address
            </Button>
            <Button isBusy={action.busy === 'end'} onClick={end}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        podcast && (
          <Button isBusy={action.busy === 'make'} onClick={make} className="self-start">
            Make my private podcast
          </Button>
        )
      )}
    </TitledSection>
  )
}

/** How many of the saved stories are ready, and how far the others are. */
function Progress({ podcast }: { podcast: ReadingListPodcast }) {
  return (
    <>
      <p className="mt-2 text-small text-faint">{describeProgress(podcast)}</p>
      {/* The counts above change with every story. */}
      <p role="status" className="sr-only">
        {podcast.under_way > 0 ? 'Saved stories are being read aloud.' : 'Your private podcast is up to date.'}
      </p>
      {podcast.under_way > 0 && (
        <progress
          aria-label="Reading aloud"
          max={100}
          value={podcast.percent > 0 ? podcast.percent : undefined}
          className="mt-2 h-2 w-full"
        />
      )}
    </>
  )
}

export function describeProgress({ episodes, saved, under_way }: Omit<ReadingListPodcast, 'url'>): string {
  if (saved === 0) return 'Nothing in it yet. Stories are read aloud when you save them, up to twenty a day.'
  const missing = saved - episodes
  if (missing <= 0)
    return `${countOf(episodes, 'story', 'stories')} in it. New ones are read aloud when you save them, up to twenty a day.`
  const ready = `${episodes} of ${saved} ${episodes === 1 ? 'is' : 'are'} ready`
  if (under_way >= missing) return `${ready}, ${missing === 1 ? 'the other is' : 'the others are'} being read.`
  const rest = `${under_way > 0 ? 'The rest' : 'The others'} can’t be read aloud, or come on another day: at most twenty are read a day.`
  return `${ready}${under_way > 0 ? `, ${under_way} ${under_way === 1 ? 'is' : 'are'} being read` : ''}. ${rest}`
}

type CopyOutcome = Awaited<ReturnType<typeof copyText>> | undefined
type CopyProps = { url: string; outcome: CopyOutcome; onOutcome: (outcome: CopyOutcome) => void }

function CopyButton({ url, outcome, onOutcome }: CopyProps) {
  const isCopied = outcome === 'copied'
  return (
    <>
      <Button look="primary" onClick={async () => onOutcome(await copyText(url))}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <p role="status" className={isCopied ? 'sr-only' : 'order-last basis-full text-small text-soft empty:hidden'}>
        {isCopied && 'The address was copied.'}
        {outcome === 'failed' && 'Your browser didn’t let us copy it. Select the address above, and copy it yourself.'}
      </p>
    </>
  )
}
