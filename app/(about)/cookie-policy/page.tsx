import type { Metadata } from 'next'
import { ProsePage } from '#components/ui/prose-page.tsx'
import { paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

const cookies = [
  {
    name: 'next-auth.session-token',
    use: 'your session, encrypted; scripts cannot read it',
    stays: '30 days, or until you log out',
  },
  {
    name: 'signed_in',
    use: 'says “1”: that there may be a session to ask for',
    stays: '30 days, or until you log out',
  },
  {
    name: 'next-auth.csrf-token',
    use: 'keeps other sites from signing you in or out',
    stays: 'until you close the browser',
  },
  { name: 'next-auth.callback-url', use: 'where to go after signing in', stays: 'until you close the browser' },
  { name: 'wanted_page', use: 'the private page that you wanted to open before signing in', stays: '10 minutes' },
  {
    name: 'next-auth.state, .nonce, .pkce.code_verifier',
    use: 'make sure that an answer from Google belongs to your question',
    stays: '15 minutes, with Google only',
  },
]

export function generateMetadata(): Metadata {
  return pageMetadata({
    title: 'Cookie Policy',
    description: `${webEnv().PRODUCT_NAME} sets no cookies for reading; signing in needs a few.`,
    path: paths.cookies,
  })
}

export default function CookiePolicyPage() {
  const { PRODUCT_NAME } = webEnv()
  return (
    <ProsePage
      title="Cookie Policy"
      intro="Reading here sets no cookies. Signing in needs a few."
      changed="November 21, 2026"
    >
      <p>
        A cookie is a small piece of text that a site asks your browser to keep and to send back with every further
        request. {PRODUCT_NAME} sends none to those who read. The ones below are there for signing in and for nothing
        else; without them a site could not know who you are from one page to the next. That is why no banner has asked
        for your consent: there is nothing to consent to.
      </p>

      <h2>When you sign in</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">What it is for</th>
            <th scope="col">How long</th>
          </tr>
        </thead>
        <tbody>
          {cookies.map(({ name, use, stays }) => (
            <tr key={name}>
              <td className="min-w-24 wrap-anywhere">
                <code>{name}</code>
              </td>
              <td>{use}</td>
              <td>{stays}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Where the site is reached by https, some of these names begin with <code>__Host-</code> or{' '}
        <code>__Secure-</code>, which ties the cookie to this site.
      </p>

      <h2>What your browser keeps besides</h2>
      <p>
        Browsers have a second place to keep things, called local storage. What stands there stays on your device and is
        not sent to us. We use it for what you have chosen yourself, and for the bar at the top while you are signed in:
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
          <tr>
            <td>
              <code>userData</code>
            </td>
            <td>your name, picture, role and number, so that the bar is there at once</td>
            <td>until you log out</td>
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
        You lose the settings above and are signed out, and nothing else happens. Blocking storage altogether is fine as
        well: every page can be read without it. Only signing in needs cookies.
      </p>

      <h2>If this changes</h2>
      <p>
        Should a part of the site ever need another cookie, this page will name it, say what it is for and how long it
        stays, before it is first set. What else we know about visitors is in the{' '}
        <a href={paths.privacy}>Privacy Statement</a>.
      </p>
    </ProsePage>
  )
}
