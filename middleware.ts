import { type NextRequest, NextResponse } from 'next/server'
import { getToken } from 'next-auth/jwt'

/** Sends logged-out visitors from private pages to the home page before anything is rendered. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const session = await getToken({ req: request, secret: process.env.NEXTAUTH_SECRET })
  return session ? NextResponse.next() : NextResponse.redirect(new URL('/', process.env.PUBLIC_URL ?? request.url))
}

// Private paths only: on public ones a middleware would cost a third of the throughput.
export const config = {
  matcher: [
    '/bookmarks',
    '/drafted-stories',
    '/new-story',
    '/publication/new',
    '/publication/:publication/new-story',
    '/article/:slug/edit',
  ],
}
