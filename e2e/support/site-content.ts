import { readdirSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'

export type Listed = {
  _id: string
  slug: string
  title: string
  sub_title: string
  category: string
  author_uuid: string
  publication_slug: string | null
  author_name: string
  story_image: string | null
}

/** Named by their slugs, of which long ones are cut. */
const seeded = readdirSync('product-api/seed/stories')

/** Whether a site begins with this story. */
export const isSeeded = ({ slug }: Listed) => seeded.some((file) => file.startsWith(slug))

/** The seeded stories, newest first. */
export async function stories(request: APIRequestContext, category = 'all'): Promise<Listed[]> {
  return (await everyStory(request, category)).filter(isSeeded)
}

/** The newest hundred, with what other tests have published. */
export async function everyStory(request: APIRequestContext, category = 'all') {
  const answer = await request.get(`/api/contents/category/${category}?limit=100`)
  return (await answer.json()) as Listed[]
}

export async function aStory(request: APIRequestContext, category = 'all'): Promise<Listed> {
  const [first] = await stories(request, category)
  if (!first) throw new Error(`nothing is seeded in ${category}`)
  return first
}

export const staticRoutes = [
  '/about-us',
  '/contact-us',
  '/careers',
  '/privacy-policy',
  '/user-agreement',
  '/cookie-policy',
  '/offline',
  '/error',
]

/** The pages for signing in and subscribing. */
export const accountRoutes = [
  '/users/login',
  '/users/signup',
  '/forgot-password',
  '/reset-password/not-a-token',
  '/confirm-email/not-a-token',
  '/subscribe',
  '/subscription/confirmation/not-a-subscription',
  '/subscription/unsubscribe/not-a-subscription',
  '/subscription/preferences/not-a-subscription',
]

/** Every kind of page a visitor can meet, one address each. */
export async function everyRoute(request: APIRequestContext): Promise<string[]> {
  const listed = await stories(request)
  const inPublication = listed.find((story) => story.publication_slug)
  const summary = listed.find((story) => story.category === 'book_summary')
  return [
    '/',
    '/books',
    '/articles/fiction',
    '/articles/technology',
    '/articles/all',
    `/publication/${inPublication?.publication_slug}`,
    `/article/${listed[0]?.slug}`,
    `/article/${summary?.slug}`,
    `/article/${listed[0]?.slug}/report`,
    `/profile/${listed[0]?.author_uuid}`,
    '/search',
    '/sudoku',
    '/newsletters',
    '/newsletters/not-a-newsletter',
    '/search?q=the',
    '/search?q=nothing-has-this-word-zzqx',
    ...staticRoutes,
    ...accountRoutes,
    '/article/there-is-no-such-story',
    '/no-such-page',
  ]
}
