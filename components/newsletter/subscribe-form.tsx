import { useId } from 'react'
import { CheckField } from '#components/ui/check-field.tsx'
import { formErrorsFromAnswer } from '#components/ui/form-errors-from-answer.ts'
import { TextLink } from '#components/ui/links.tsx'
import { type Option, Select } from '#components/ui/select.tsx'
import { formActions } from '#contract/form-actions.ts'
import { type Frequency, frequencies, frequencyTable, usualFrequency } from '#contract/frequencies.ts'
import { paths } from '#contract/paths.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'
import { type Before, SubscribeBox } from './subscribe-box.tsx'

/** The subject of the subscription: `name` names all of it; the server chooses nothing. `author` is a uuid. */
export type Subject = { name: string } & ({ category: string } | { publication: string } | { author: string })

type Props = {
  /** `page`: /subscribe. `box`: below a list. `line`: after a story. `footer`: one line on every page. */
  variant: 'page' | 'box' | 'line' | 'footer'
  subject: Subject
  /** The frequency of a category that the site’s settings suggest. */
  usual: Frequency
  frequency?: Frequency
  /** The id of the story on whose page it is: a confirmed subscription counts for that story. */
  story?: string | undefined
  /** The categories that one may choose from, on the page. */
  choices?: Option[]
  /** The server's answer to a form that was sent without scripts. */
  answer?: FormAnswer | undefined
}

/** Only the field and its button run in the browser; everything around them, choices included, is HTML. */
export function SubscribeForm({ variant, subject, usual, frequency, story, choices, answer }: Props) {
  const { name } = subject
  const category = 'category' in subject ? subject.category : ''
  const often = frequency ?? usualFrequency({ isOfCategory: Boolean(category), ofSite: usual })
  const fixed = (
    <>
      {!choices && <input type="hidden" name="category" value={category} />}
      {variant !== 'page' && <input type="hidden" name="frequency" value={often} />}
      <input type="hidden" name="following_publication" value={'publication' in subject ? subject.publication : ''} />
      {'author' in subject && <input type="hidden" name="following_author" value={subject.author} />}
      {story && <input type="hidden" name="asked_on" value={story} />}
    </>
  )
  if (variant === 'footer' || variant === 'line') {
    return (
      <div data-newsletter className="w-full max-w-form">
        <SubscribeBox
          action={formActions.subscribe}
          label={'author' in subject ? `Follow ${name} by email` : `${name} in your inbox`}
          isCompact
        >
          {fixed}
        </SubscribeBox>
      </div>
    )
  }
  const isPage = variant === 'page'
  const isAsking = answer?.done === undefined
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <section
      data-newsletter
      aria-label={isPage ? undefined : 'Newsletter'}
      className={`flex w-full max-w-form flex-col gap-4 ${isPage ? '' : 'border-t border-line pt-8'}`}
    >
      <Heading className={`font-serif font-semibold ${isPage ? 'text-heading' : 'text-lead'}`}>Newsletter</Heading>
      {isAsking && (
        <p className="text-pretty wrap-anywhere text-soft">
          Subscribe to {name} and get updates straight in your inbox.
        </p>
      )}
      <SubscribeBox action={formActions.subscribe} label="Email" before={beforeOf(answer)}>
        {fixed}
        {choices && <TopicChoice choices={choices} category={category} />}
        {isPage && <FrequencyChoice frequency={often} />}
      </SubscribeBox>
      {isAsking && (
        <p className="text-small text-faint">
          By subscribing you agree to the <TextLink href={paths.userAgreement}>User Agreement</TextLink> and the{' '}
          <TextLink href={paths.privacy}>Privacy Policy</TextLink>.
        </p>
      )}
    </section>
  )
}

function beforeOf(answer: FormAnswer | undefined): Before | undefined {
  if (!answer) return undefined
  const formErrors = formErrorsFromAnswer(answer)
  const isSolvable = answer.failure?.code === 'challenge_needed'
  const message = [formErrors?.message, isSolvable && 'With scripts switched on, it works right away.']
  return {
    done: answer.done,
    // Without its failure, which can't be passed to a browser.
    formErrors: formErrors && { message: message.filter(Boolean).join(' '), fields: formErrors.fields },
    email: answer.typed.email,
  }
}

function FrequencyChoice({ frequency }: { frequency: Frequency }) {
  const id = useId()
  return (
    <fieldset>
      <legend className="text-ui font-semibold">How often</legend>
      {frequencies.map((value) => (
        <div key={value}>
          <CheckField
            type="radio"
            name="frequency"
            value={value}
            defaultChecked={value === frequency}
            aria-describedby={`${id}-${value}`}
          >
            {frequencyTable[value].label}
          </CheckField>
          <p id={`${id}-${value}`} className="-mt-2 ms-7 pb-1.5 text-small text-faint">
            {frequencyTable[value].means}
          </p>
        </div>
      ))}
    </fieldset>
  )
}

function TopicChoice({ choices, category }: { choices: Option[]; category: string }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-ui font-semibold">
        Topic
      </label>
      <Select id={id} name="category" defaultValue={category || choices[0]?.value} options={choices} />
    </div>
  )
}
