import { paths } from '#contract/paths.ts'
import { TextPage, textMetadata } from '../text-page.tsx'

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
    use: 'tells you from strangers who guess your password, so that they can’t lock you out; it gives no access by itself',
    stays: '90 days after you last logged in',
  },
  {
    names: ['next-auth.csrf-token'],
    use: 'keeps other sites from logging you in or out',
    stays: 'until you close the browser',
  },
  { names: ['next-auth.callback-url'], use: 'where to go after logging in', stays: 'until you close the browser' },
  { names: ['wanted_page'], use: 'the private page that you wanted to open before logging in', stays: '10 minutes' },
  {
    names: ['form_answer'],
    use: 'what we answered to a form that you sent without scripts, and what you had typed, but no password; encrypted',
    stays: '10 minutes',
  },
  {
    names: ['next-auth.state', 'next-auth.nonce', 'next-auth.pkce.code_verifier'],
    use: 'make sure that an answer from Google belongs to your question',
    stays: '15 minutes, with Google only',
  },
]

const stored: Kept[] = [
  {
    names: ['theme'],
    use: '“light”, “sepia” or “dark”, if you have switched away from your system’s setting',
    stays: 'until you switch back to “System”',
  },
  {
    names: ['reading'],
    use: 'the text size and line length that you have chosen, e.g. “large wide”',
    stays: 'until you switch back to medium text and standard lines',
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
    names: ['page-turn'],
    use: 'when you left the last page, or “slow” if your device took long to move from a list to its story, so that it opens the next ones without that movement',
    stays: 'until you close the tab',
  },
  {
    names: ['typed:…'],
    use: 'what you typed into the form for logging in, for signing up or for a new password, but no password, so that reloading the page does not lose it',
    stays: 'until you close the tab',
  },
  {
    names: ['reload:…'],
    use: 'what you typed into a page, but no password, while a newer version of the page takes its place',
    stays: 'until the newer one is there, a second or so',
  },
  {
    names: ['saved-stories:…'],
    use: 'the stories that you have saved, as everybody sees them, with their pictures and a list of their titles, so that you can read them without a connection',
    stays: 'until you log out; each until you remove it from your saved stories, or it is no longer published',
  },
  {
    names: ['writing'],
    use: 'a story that you are writing, until our server has all of it, so that nothing is lost when the network, the browser or your session ends; only you see it, when you are logged in again',
    stays: 'until it is saved; if you did not want it back, 60 days',
  },
  {
    names: ['publishing:…'],
    use: 'when you want to publish a story and whether it is emailed, until you do so',
    stays: 'until the story is published or planned, or you close the tab',
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

export const generateMetadata = () => textMetadata(paths.cookies)

/** The lists stand in the built-in text and below any other: they are facts about the program. */
export default function CookiePolicyPage() {
  const lists = {
    cookies: { title: 'Cookies', list: <SavedList kept={cookies} label="Cookies" /> },
    stored: { title: 'Kept by your browser', list: <SavedList kept={stored} label="Kept by your browser" /> },
  }
  return TextPage({ path: paths.cookies, lists })
}

/** Not a table: on a phone its columns would break the names. */
function SavedList({ kept, label }: { kept: Kept[]; label: string }) {
  return (
    <dl aria-label={label} className="border-t border-line font-sans text-ui">
      {kept.map(({ names, use, stays }) => (
        <div key={names[0]} className="flex flex-col gap-1 border-b border-line py-4">
          <dt className="flex flex-wrap gap-x-3 gap-y-2">
            {names.map((name) => (
              <code key={name}>{name}</code>
            ))}
          </dt>
          <dd className="first-letter:uppercase">{use}.</dd>
          <dd className="text-soft">Kept: {stays}.</dd>
        </div>
      ))}
    </dl>
  )
}
