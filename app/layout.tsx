import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { AccountMenu } from '#components/nav/account-menu.tsx'
import { NavBar, SkipLink } from '#components/nav/nav-bar.tsx'
import { SiteFooter } from '#components/nav/site-footer.tsx'
import { SubscribeForm } from '#components/newsletter/subscribe-form.tsx'
import { allCategories, categoryName } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { pageAt } from '#lib/page-cache/pages.ts'
import { currentPath, pageScriptAddress } from '#lib/renderer/render-context.ts'
import { writeMarkup } from '#lib/renderer/static-markup.ts'
import { siteDescription, siteLanguage } from '#lib/seo/site.ts'
import { serifItalic, serifLatin, serifLatinExt } from './fonts.ts'
import './globals.css'

// For every page: names and links come from the settings of the running process; what is made at build time would keep
// the builder's.
export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return {
    // All addresses are whole: beside a metadataBase Next would write home's without its slash.
    metadataBase: null,
    title: webEnv().PRODUCT_NAME,
    description: siteDescription,
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
  const { PRODUCT_NAME, SOCIAL_LINKS } = webEnv()
  const path = currentPath()
  const fonts = `${serifLatin.variable} ${serifItalic.variable} ${serifLatinExt.variable}`
  return (
    // The script in the head has set the theme and more on this element before React looks at it.
    <html lang={siteLanguage} className={fonts} suppressHydrationWarning>
      <head>
        <script src={pageScriptAddress()} />
        <link rel="search" type="application/opensearchdescription+xml" href={paths.openSearch} title={PRODUCT_NAME} />
      </head>
      <body>
        <SkipLink to="content" />
        <NavBar productName={PRODUCT_NAME} path={path} account={<AccountMenu path={path} />} write={writeMarkup} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        {!pageAt(path)?.isEditor && (
          <SiteFooter
            productName={PRODUCT_NAME}
            path={path}
            write={writeMarkup}
            socialLinks={SOCIAL_LINKS}
            newsletter={
              <SubscribeForm
                variant="footer"
                subject={{ name: categoryName(allCategories, PRODUCT_NAME), category: allCategories }}
              />
            }
          />
        )}
      </body>
    </html>
  )
}
