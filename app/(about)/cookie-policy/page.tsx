import type { Metadata } from 'next'
import { ProsePage } from '#components/ui/prose-page.tsx'
import { paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

type Kept = { names: string[]; use: string; stays: string }

const cookies: Kept[] = [
  {
    names: ['next-auth.session-token'],
    use: 'your session, encrypted; scripts cannot read it',
    stays: '30 days, or until you log out',
  },
  {
    names: ['signed_in'],
    use: 'says “1”: that there may be a session to ask for',
    stays: '30 days, or until you log out',
  },
  {
    names: ['known_browser'],
    use: 'tells strangers who guess your password from you, so that they cannot lock you out; it opens nothing',
    stays: '90 days after you last signed in',
  },
  {
    names: ['next-auth.csrf-token'],
    use: 'keeps other sites from signing you in or out',
    stays: 'until you close the browser',
  },
  { names: ['next-auth.callback-url'], use: 'where to go after signing in', stays: 'until you close the browser' },
  { names: ['wanted_page'], use: 'the private page that you wanted to open before signing in', stays: '10 minutes' },
  {
    names: ['next-auth.state', 'next-auth.nonce', 'next-auth.pkce.code_verifier'],
    use: 'make sure that an answer from Google belongs to your question',
    stays: '15 minutes, with Google only',
  },
]

const stored: Kept[] = [
  {
    names: ['theme'],
    use: '“light” or “dark”, if you have switched away from your system’s setting',
    stays: 'until you switch back to “System”',
  },
  {
    names: ['search-key'],
    use: '“off”, if you have switched off the / key on the search page',
    stays: 'until you switch it on again',
  },
  {
    names: ['userData'],
    use: 'your name, picture, role and number, so that the bar is there at once',
    stays: 'until you log out',
  },
  {
    names: ['list:…'],
    use: 'the last five lists of stories that you scrolled through, and where you were in them, so that going back leads there',
    stays: 'until you close the tab',
  },
  {
    names: ['writing'],
    use: 'a story that you are writing, until our server has all of it, so that nothing is lost when the network, the browser or your session ends; only you see it, when you are signed in again',
    stays: 'until it is saved; if you did not want it back, 60 days',
  },
  {
    names: ['podcastText'],
    use: 'a text that an administrator wants read aloud, until it is ready, so that nothing is lost',
    stays: 'until it is ready, or you empty the field',
  },
  {
    names: ['listeningSpeed'],
    use: 'how fast you like to listen to stories',
    stays: 'until you delete it',
  },
  {
    names: ['sudoku:game:…'],
    use: 'a Sudoku that you have begun, under the name of its puzzle: your digits, notes, hints and time, so that you can go on',
    stays: 'until you have played twenty others since',
  },
  {
    names: ['sudoku:recent'],
    use: 'the names of the last twenty puzzles that you have played',
    stays: 'until you delete it',
  },
  {
    names: ['sudoku:solved-days'],
    use: 'the days whose puzzle you have solved on the day, for your streak',
    stays: 'until you delete it, and no more than 4,000 days',
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
      changed="November 22, 2026"
    >
      <p>
        A cookie is a small piece of text that a site asks your browser to keep and to send back with every further
        request. {PRODUCT_NAME} sends none to those who read. The ones below are there for signing in and for nothing
        else; without them a site could not know who you are from one page to the next. That is why no banner has asked
        for your consent: there is nothing to consent to.
      </p>

      <h2>When you sign in</h2>
      <KeptTable kept={cookies} use="What it is for" />
      <p>
        Where the site is reached by https, some of these names begin with <code>__Host-</code> or{' '}
        <code>__Secure-</code>, which ties the cookie to this site.
      </p>

      <h2>What your browser keeps besides</h2>
      <p>
        Browsers have a second place to keep things, called local storage, or session storage where it lasts as long as
        its tab; what is larger stands in a database of the browser’s. It stays on your device. We use it for what you
        have chosen yourself, for the bar at the top while you are signed in, for finding your place in a list again,
        for the Sudokus that you play, and for what you write, which logging out hides but does not delete:
      </p>
      <KeptTable kept={stored} use="What it holds" />
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
        You lose the settings and the Sudokus above, and what you wrote but could not save yet; you are signed out, and
        nothing else happens. Blocking storage altogether is fine as well: every page can be read without it. Only
        signing in needs cookies.
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

function KeptTable({ kept, use }: { kept: Kept[]; use: string }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">{use}</th>
          <th scope="col">How long</th>
        </tr>
      </thead>
      <tbody>
        {kept.map((one) => (
          <tr key={one.names[0]}>
            <td className="min-w-24 wrap-anywhere">
              {one.names.map((name) => (
                <code key={name} className="block">
                  {name}
                </code>
              ))}
            </td>
            <td>{one.use}</td>
            <td>{one.stays}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
