import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server'
import { paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { isForeign, isSpeculative, originOf } from '#lib/http/request.ts'
import { pageAt } from '#lib/page-cache/pages.ts'
import { endSession, readSession, type SessionToken, wantedName, wantedPath } from '#lib/session/cookies.ts'
import { nextPath } from '#lib/session/next-path.ts'

const wantedForSeconds = 600
const answerWithinMs = 3_000

/** Redirects on private paths before anything is rendered; the product API decides again what anybody may see. */
export async function middleware(request: NextRequest, event: NextFetchEvent): Promise<NextResponse> {
  const session = await readSession(request.cookies)
  if (!session || !(await hasEnded(request, session))) return route(request, event, session)
  return endSession(request, route(request, event, undefined))
}

function route(request: NextRequest, event: NextFetchEvent, session: SessionToken | undefined): NextResponse {
  switch (pageAt(request.nextUrl.pathname)?.for) {
    case 'signed-out':
      if (!session) return NextResponse.next()
      return redirect(request, nextPath(request.nextUrl.searchParams.get('next') ?? undefined))
    case 'administrator':
      return onlyAdmins(request, event, session)
    default:
      return session ? NextResponse.next() : toHome(request)
  }
}

/** The page is remembered for the sign-in that may follow, where somebody wanted to see it. */
function toHome(request: NextRequest): NextResponse {
  // Home shows this note where its address names it (`LogInToWrite` of app/page.tsx).
  const note = request.nextUrl.pathname.endsWith(paths.newStory) ? '#log-in-to-write' : ''
  const response = redirect(request, paths.home + note)
  // A link followed within the site is `empty`; other words are parts of a page, as a picture or a frame.
  const isPage = ['document', 'empty'].includes(request.headers.get('sec-fetch-dest') ?? 'document')
  if (!isPage || isSpeculative(request)) return response
  const { pathname, search } = request.nextUrl
  response.cookies.set(wantedName, pathname + search, {
    path: wantedPath,
    maxAge: wantedForSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: webEnv().PUBLIC_URL.startsWith('https:'),
  })
  return response
}

/** Anybody else is signed out (specification, section 6) and may sign in as somebody who is. */
function onlyAdmins(request: NextRequest, event: NextFetchEvent, session: SessionToken | undefined): NextResponse {
  if (session?.role === 'admin') return NextResponse.next()
  if (session && !isOwnVisit(request)) return redirect(request, paths.home)
  const response = redirect(request, paths.login(request.nextUrl.pathname))
  // A session that can't be read is left alone: another node may know its key.
  if (!session) return response
  // Where the product API does not answer, the session ends by its age: the browser has forgotten the token.
  event.waitUntil(askProductApi(request, session, 'POST', '/users/logout').catch(() => undefined))
  return endSession(request, response)
}

/** Not what a page loads by itself, nor a browser that looks ahead, nor a link of another site: none may sign somebody out. */
function isOwnVisit(request: NextRequest): boolean {
  const { method, headers } = request
  const isVisit = headers.get('sec-fetch-dest') === 'document' && headers.get('sec-fetch-mode') === 'navigate'
  return method === 'GET' && isVisit && !isSpeculative(request) && !isForeign(request)
}

/** The cookie outlives its session. Where the product API does not say, the page finds out, and shows why. */
async function hasEnded(request: NextRequest, session: SessionToken): Promise<boolean> {
  try {
    const response = await askProductApi(request, session, 'GET', '/users/current_user')
    if (!response.ok) return response.status === 401
    // So says a product API to the specification's letter.
    const user: unknown = await response.json()
    return user === null || (typeof user === 'object' && Object.keys(user).length === 0)
  } catch {
    return false
  }
}

function askProductApi(request: NextRequest, { apiToken }: SessionToken, method: string, path: string) {
  const headers = {
    authorization: `Bearer ${apiToken}`,
    'user-agent': request.headers.get('user-agent') ?? '',
    'x-forwarded-for': request.headers.get('x-forwarded-for') ?? '',
  }
  const signal = AbortSignal.timeout(answerWithinMs)
  return fetch(`${webEnv().PRODUCT_API_URL}${path}`, { method, headers, signal })
}

function redirect(request: NextRequest, path: string): NextResponse {
  return NextResponse.redirect(new URL(path, originOf(request)))
}

// Private paths only: on public ones a middleware would cost a third of the throughput. Next reads them here and nowhere
// else; a test compares them with the table of pages.
export const config = {
  matcher: [
    '/bookmarks',
    '/my-stories/thanks',
    '/account/newsletters',
    '/account/security',
    '/drafted-stories',
    '/my-stories',
    '/my-stories/:slug/readers',
    '/new-story',
    '/publication/new',
    '/publication/:publication/new-story',
    '/publication/:publication/readers',
    '/article/:slug/edit',
    '/add-book',
    '/create-podcast',
    '/podcasts',
    '/users/login',
    '/users/signup',
  ],
}
