'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
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
    <TitledSection
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
              help={episodesSentence(podcast.episodes)}
            />
          </div>
          <div className="flex flex-wrap gap-3">
            <CopyButton url={podcast.url} isCopied={isCopied} onCopied={setIsCopied} />
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

function episodesSentence(episodes: number): string {
  if (episodes === 0) return 'Nothing in it yet. Saved stories are read aloud one after the other, up to twenty a day.'
  return `${episodes} ${episodes === 1 ? 'story' : 'stories'} in it. New ones are read aloud when you save them, up to twenty a day.`
}

type CopyProps = { url: string; isCopied: boolean; onCopied: (done: boolean) => void }

function CopyButton({ url, isCopied, onCopied }: CopyProps) {
  async function copy() {
    // If it is not allowed, the field with the address is above.
    await navigator.clipboard.writeText(url).then(
      () => onCopied(true),
      () => onCopied(false),
    )
  }
  return (
    <>
      <Button look="primary" onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && 'The address was copied.'}
      </span>
    </>
  )
}
