import type { ReactNode } from 'react'
import { StaticMarkup, type WriteMarkup } from '#components/ui/static-markup.tsx'
import { feedPath, paths } from '#contract/paths.ts'
import { topics } from './nav-bar.tsx'
import { SiteName } from './site-name.tsx'

type Link = { name: string; href: string; rel?: string }

const collection: Link[] = [...topics, { name: 'Newsletters', href: paths.newsletters }]
const house: Link[] = [
  { name: 'About Us', href: paths.about },
  { name: 'Contact', href: paths.contact },
  { name: 'Careers', href: paths.careers },
  { name: 'Privacy Policy', href: paths.privacy },
  { name: 'User Agreement', href: paths.userAgreement },
  { name: 'Cookie Policy', href: paths.cookies },
]

type Props = {
  productName: string
  /** The address of an uploaded picture that stands in place of the name. */
  logo?: string | null
  /** The site’s content in a few words. */
  content: string
  /** The path of the page, to mark a link to it. */
  path: string
  socialLinks: readonly string[]
  /** The email box. */
  newsletter?: ReactNode
  write?: WriteMarkup | undefined
}

export function SiteFooter({ productName, logo, content, path, socialLinks, newsletter, write }: Props) {
  const elsewhere: Link[] = [
    { name: 'RSS feed', href: feedPath(paths.home, 'rss') },
    ...socialLinks.map((href) => ({ name: socialName(href), href, rel: 'me noopener' })),
  ]
  return (
    <footer className="no-print mt-auto border-t border-line">
      <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-x-16 gap-y-10 px-4 py-12 md:px-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div className="flex flex-col gap-6">
          <div className="flex flex-col gap-1">
            <p className="font-serif text-lead font-semibold">
              <SiteName name={productName} logo={logo} />
            </p>
            <p className="text-ui text-soft">{content}.</p>
          </div>
          {newsletter}
        </div>
        <StaticMarkup
          as="nav"
          aria-label="Footer"
          className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3"
          write={write}
        >
          <FooterLinks id="footer-explore" title="Explore" links={collection} path={path} />
          <FooterLinks id="footer-house" title={productName} links={house} path={path} />
          <FooterLinks id="footer-follow" title="Follow" links={elsewhere} path={path} />
        </StaticMarkup>
      </div>
    </footer>
  )
}

type FooterLinksProps = { id: string; title: string; links: Link[]; path: string }

function FooterLinks({ id, title, links, path }: FooterLinksProps) {
  return (
    <div>
      <p id={id} className="pb-1 text-small font-semibold text-faint">
        {title}
      </p>
      <ul aria-labelledby={id} className="footer-links">
        {links.map(({ name, href, rel }) => (
          <li key={href}>
            <a href={href} rel={rel} aria-current={href === path ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const names: Record<string, string> = {
  'bsky.app': 'Bluesky',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'mastodon.social': 'Mastodon',
  'threads.net': 'Threads',
  'tiktok.com': 'TikTok',
  'twitter.com': 'X',
  'x.com': 'X',
  'youtube.com': 'YouTube',
}

/** The name of another site: its known name, or its host. */
function socialName(url: string): string {
  const host = new URL(url).hostname.replace(/^www\./, '')
  return names[host] ?? host
}
