import type { Frequency } from '#contract/newsletters.ts'
import { paths } from '#contract/paths.ts'
import { FrequencyChoice } from './frequency-choice.tsx'
import { SubscribeBox } from './subscribe-box.tsx'
import { TopicChoice } from './topic-choice.tsx'

/** What mail shall be about: all of it is named by `name`, and nothing is left for the server to choose. */
export type Subject = { name: string } & ({ category: string } | { publication: string })

type Props = {
  /** `page`: /subscribe. `box`: below a list. `footer`: one line on every page. */
  variant: 'page' | 'box' | 'footer'
  subject: Subject
  frequency?: Frequency
  /** The categories that one may choose from, on the page. */
  choices?: { value: string; label: string }[]
}

/** Only the field and its button run in the browser; what stands around them, and what one chooses, is HTML. */
export function SubscribeForm({ variant, subject, frequency = 'weekly', choices }: Props) {
  const { name } = subject
  const category = 'category' in subject ? subject.category : ''
  const fixed = (
    <>
      {!choices && <input type="hidden" name="category" value={category} />}
      {variant !== 'page' && <input type="hidden" name="frequency" value={frequency} />}
      <input type="hidden" name="following_publication" value={'publication' in subject ? subject.publication : ''} />
    </>
  )
  if (variant === 'footer') {
    return (
      <SubscribeBox label={`${name} in your inbox`} isCompact>
        {fixed}
      </SubscribeBox>
    )
  }
  const isPage = variant === 'page'
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <section
      aria-label={isPage ? undefined : 'Newsletter'}
      className={`flex w-full max-w-form flex-col gap-4 ${isPage ? '' : 'border-t border-line pt-8'}`}
    >
      <Heading className={`font-serif font-semibold ${isPage ? 'text-heading' : 'text-lead'}`}>Newsletter</Heading>
      <p className="text-pretty wrap-anywhere text-soft">Subscribe to {name} and get updates straight in your inbox.</p>
      <SubscribeBox label="Email">
        {fixed}
        {choices && <TopicChoice choices={choices} category={category} />}
        {isPage && <FrequencyChoice frequency={frequency} />}
      </SubscribeBox>
      <p className="text-small text-faint">
        By subscribing you agree to the <TermsLink href={paths.userAgreement}>User Agreement</TermsLink> and the{' '}
        <TermsLink href={paths.privacy}>Privacy Policy</TermsLink>.
      </p>
    </section>
  )
}

function TermsLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="text-link underline underline-offset-2">
      {children}
    </a>
  )
}
