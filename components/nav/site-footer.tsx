import type { ReactNode } from 'react'
import { feedPath, paths } from '#contract/paths.ts'
import { socialName } from './social-name.ts'

const pages = [
  { name: 'Newsletters', href: paths.newsletters },
  { name: 'About Us', href: paths.about },
  { name: 'Contact', href: paths.contact },
  { name: 'Careers', href: paths.careers },
  { name: 'Privacy Policy', href: paths.privacy },
  { name: 'User Agreement', href: paths.userAgreement },
  { name: 'Cookie Policy', href: paths.cookies },
]

type Props = {
  productName: string
  socialLinks: readonly string[]
  /** The email box. */
  newsletter?: ReactNode
}

export function SiteFooter({ productName, socialLinks, newsletter }: Props) {
  const elsewhere = [
    ...socialLinks.map((href) => ({ name: socialName(href), href, rel: 'me noopener' })),
    { name: 'RSS feed', href: feedPath(paths.home, 'rss') },
  ]
  return (
    <footer className="no-print mt-auto border-t border-line">
      <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-4 py-10 md:px-6 lg:flex-row lg:justify-between lg:gap-16">
        <div className="flex flex-col gap-1">
          <p className="font-serif text-text font-semibold">{productName}</p>
          <FooterLinks links={elsewhere} />
        </div>
        {newsletter}
        <nav aria-label="Footer" className="lg:pt-1">
          <FooterLinks links={pages} />
        </nav>
      </div>
    </footer>
  )
}

function FooterLinks({ links }: { links: { name: string; href: string; rel?: string }[] }) {
  return (
    <ul className="-mx-2 flex flex-wrap">
      {links.map(({ name, href, rel }) => (
        <li key={href}>
          <a href={href} rel={rel} className="block px-2 py-1.5 text-small text-soft hover:text-ink hover:underline">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
