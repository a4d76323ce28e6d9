import { paths } from '#contract/paths.ts'
import { FrequencyChoice } from './frequency-choice.tsx'
import { SubscribeBox } from './subscribe-box.tsx'
import { TopicChoice } from './topic-choice.tsx'

type Props = {
  /** `page`: /subscribe. `box`: below a list. `footer`: one line on every page. */
  variant: 'page' | 'box' | 'footer'
  /** The publication or the product. */
  name: string
  category?: string
  /** The slug of a publication to follow. */
  publication?: string
  frequency?: 'daily' | 'weekly'
  /** What one may choose from, on the page. */
  choices?: { value: string; label: string }[]
}

/** Only the field and its button run in the browser; what stands around them, and what one chooses, is HTML. */
export function SubscribeForm({ variant, name, category = '', publication = '', frequency, choices }: Props) {
  const fixed = (
    <>
      {!choices && <input type="hidden" name="category" value={category} />}
      {variant !== 'page' && <input type="hidden" name="frequency" value={frequency ?? ''} />}
      <input type="hidden" name="following_publication" value={publication} />
    </>
  )
  if (variant === 'footer') {
    return (
      <SubscribeBox label="Newsletter by e-mail" isCompact>
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
        {isPage && <FrequencyChoice frequency={frequency ?? 'weekly'} />}
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
