import type { Metadata } from 'next'
import { ProsePage } from '#components/ui/prose-page.tsx'
import { paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

export function generateMetadata(): Metadata {
  return pageMetadata({
    title: 'Cookie Policy',
    description: `${webEnv().PRODUCT_NAME} sets no cookies for its readers.`,
    path: paths.cookies,
  })
}

export default function CookiePolicyPage() {
  const { PRODUCT_NAME } = webEnv()
  return (
    <ProsePage title="Cookie Policy" intro="Reading here sets no cookies." changed="November 21, 2026">
      <p>
        A cookie is a small piece of text that a site asks your browser to keep and to send back with every further
        request. {PRODUCT_NAME} sends none to its readers. That is why no banner has asked for your consent: there is
        nothing to consent to.
      </p>

      <h2>What your browser keeps instead</h2>
      <p>
        Browsers have a second place to keep things, called local storage. What stands there stays on your device and is
        not sent to us. We use it for two settings, and only after you have chosen one of them yourself:
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">What it holds</th>
            <th scope="col">How long</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <code>theme</code>
            </td>
            <td>“light” or “dark”, if you have switched away from your system’s setting</td>
            <td>until you switch back to “System”</td>
          </tr>
          <tr>
            <td>
              <code>search-key</code>
            </td>
            <td>“off”, if you have switched off the / key on the search page</td>
            <td>until you switch it on again</td>
          </tr>
        </tbody>
      </table>
      <p>
        Your browser also keeps copies of pages and pictures for a while, so that they open faster the next time. Every
        browser does that with every site. The copies hold nothing about you.
      </p>

      <h2>Videos from elsewhere</h2>
      <p>
        An author may have placed a video from YouTube or Vimeo in a story. It is played by their page inside ours, and
        their rules about cookies hold for it. It is loaded only when you scroll near it. Pictures that come from
        another site are fetched without telling that site which story you are reading.
      </p>

      <h2>How to remove everything</h2>
      <p>
        In your browser’s settings look for “site data” or “cookies and other site data”, find this site, and delete it.
        You lose the two settings above and nothing else. Blocking storage altogether is fine as well: every page works
        without it.
      </p>

      <h2>If this changes</h2>
      <p>
        Should a part of the site ever need a cookie, this page will name it, say what it is for and how long it stays,
        before it is first set. What else we know about visitors is in the <a href={paths.privacy}>Privacy Statement</a>
        .
      </p>
    </ProsePage>
  )
}
