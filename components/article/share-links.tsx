import { shareTargets } from './share-targets.ts'

/** Plain links: no third-party script runs here, and no one learns who read what until a link is followed. */
export function ShareLinks({ title, url }: { title: string; url: string }) {
  return (
    <nav aria-label="Share this story" className="no-print flex flex-wrap items-baseline gap-x-1 text-small text-faint">
      <span className="pe-1">Share on</span>
      {shareTargets(title, url).map(({ name, href }) => (
        <a
          key={name}
          href={href}
          rel="noopener noreferrer nofollow"
          className="px-1.5 py-1.5 text-soft underline decoration-edge underline-offset-4 hover:text-ink hover:decoration-current"
        >
          {name}
        </a>
      ))}
    </nav>
  )
}
