import type { SubscriptionLink } from '#contract/newsletters.ts'

/** Whose subscription a mail's link means, and to what. */
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

export function UnknownLink() {
  return <p className="text-soft">We know no subscription by this link. It may have ended already.</p>
}
