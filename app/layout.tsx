import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { AccountMenu } from '#components/nav/account-menu.tsx'
import { NavBar, SkipLink } from '#components/nav/nav-bar.tsx'
import { SiteFooter } from '#components/nav/site-footer.tsx'
import { SubscribeForm } from '#components/newsletter/subscribe-form.tsx'
import { allCategories, categoryName } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { pageAt } from '#lib/page-cache/pages.ts'
import { currentPath, pageScriptAddress } from '#lib/renderer/render-context.ts'
import { writeMarkup } from '#lib/renderer/static-markup.ts'
import { siteLanguage } from '#lib/seo/site.ts'
import { iconLinks } from '#lib/seo/site-icon.ts'
import { contentInWords, site } from '#lib/site.ts'
import { accentStyle } from './accent-style.ts'
import { serifItalic, serifLatin, serifLatinExt } from './fonts.ts'
import './globals.css'

// For every page: names and links come from the settings of the running process; what is made at build time would keep
// the builder's.
export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return {
    // All addresses are whole: beside a metadataBase Next would write home's without its slash.
    metadataBase: null,
    title: site().name,
    description: site().tagline,
    icons: iconLinks(),
    // A phone makes links of numbers in stories otherwise.
    formatDetection: { telephone: false, date: false, address: false, email: false },
  }
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfaf6' },
    { media: '(prefers-color-scheme: dark)', color: '#15140f' },
  ],
}

export default function RootLayout({ children }: { children: ReactNode }) {
  const { name: siteName, logo, accent, categories, social_links: socialLinks, default_frequency: usual } = site()
  const path = currentPath()
  const fonts = `${serifLatin.variable} ${serifItalic.variable} ${serifLatinExt.variable}`
  return (
    // The script in the head has set the theme and more on this element before React looks at it.
    <html lang={siteLanguage} className={fonts} style={accentStyle(accent)} suppressHydrationWarning>
      <head>
        <script src={pageScriptAddress()} />
        <link rel="search" type="application/opensearchdescription+xml" href={paths.openSearch} title={siteName} />
      </head>
      <body>
        <SkipLink to="content" />
        <NavBar
          productName={siteName}
          logo={logo}
          path={path}
          account={<AccountMenu path={path} />}
          write={writeMarkup}
        />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        {!pageAt(path)?.isEditor && (
          <SiteFooter
            productName={siteName}
            logo={logo}
            content={contentInWords()}
            path={path}
            write={writeMarkup}
            socialLinks={socialLinks}
            newsletter={
              <SubscribeForm
                variant="footer"
                subject={{ name: categoryName(allCategories, categories), category: allCategories }}
                usual={usual}
              />
            }
          />
        )}
      </body>
    </html>
  )
}
