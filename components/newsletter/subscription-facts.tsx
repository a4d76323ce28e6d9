import type { SubscriptionLink } from '#contract/subscription-schemas.ts'

/** The address and the subscriptions that an email's link is about. */
export function SubscriptionFacts({ email, about }: { email: SubscriptionLink['email']; about: string[] }) {
  return (
    <div className="flex flex-col gap-1 wrap-anywhere">
      <p className="text-small text-faint">{email}</p>
      <ul className="flex flex-col gap-1">
        {about.map((each) => (
          <li key={each} className="font-semibold">
            {each}
          </li>
        ))}
      </ul>
    </div>
  )
}
