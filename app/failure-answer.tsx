import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { ErrorPanel } from '#components/ui/error-panel.tsx'
import { NotFoundView } from '#components/ui/not-found-view.tsx'
import { ApiFailure } from '#lib/api/failure.ts'
import { answerWith } from '#lib/renderer/render-context.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

/** The facts of a failure that a page shows; a plain value, because it is passed to components. */
export type Failure = Pick<ApiFailure, 'status' | 'code' | 'retryAfterSeconds'>
export type Asked<T> = { ok: true; value: T } | { ok: false; failure: Failure }

/** Awaits an answer of the product API. A failure comes back as a value, because the page has to show it too. */
export async function ask<T>(question: Promise<T>): Promise<Asked<T>> {
  try {
    return { ok: true, value: await question }
  } catch (fault) {
    if (!(fault instanceof ApiFailure)) throw fault
    const { status, code, retryAfterSeconds } = fault
    return { ok: false, failure: { status, code, retryAfterSeconds } }
  }
}

/** A page's content for an answer of the product API, or for its failure. */
export async function answerPage<T>(question: Promise<T>, show: (found: T) => ReactNode): Promise<Awaited<ReactNode>> {
  const asked = await ask(question)
  return asked.ok ? show(asked.value) : <FailureAnswer failure={asked.failure} />
}

/** A page's head for an answer of the product API, or for its failure. */
export async function answerMetadata<T>(question: Promise<T>, metadataOf: (found: T) => Metadata): Promise<Metadata> {
  const asked = await ask(question)
  return asked.ok ? metadataOf(asked.value) : failureMetadata(asked.failure)
}

/** Not found: 404, or an address that cannot name anything (400). */
export function isMissing({ status }: Failure): boolean {
  return status === 404 || status === 400
}

function failureMetadata(failure: Failure): Metadata {
  return isMissing(failure) ? missingMetadata() : unlistedMetadata('Something went wrong')
}

export function missingMetadata(): Metadata {
  return unlistedMetadata('Page not found')
}

/** The whole readable page for a failure, with the status that says the same. */
export function FailureAnswer({ failure }: { failure: Failure }) {
  if (isMissing(failure)) return <MissingAnswer />
  return (
    <div className="mx-auto w-full max-w-framed px-4 py-10 md:px-6 md:py-16">
      <FailurePanel failure={failure} message={listFailureMessage(failure)} heading="h1" />
    </div>
  )
}

export function MissingAnswer() {
  answerWith(404)
  return <NotFoundView />
}

/** The same for what belongs to somebody: to others it is missing. */
export function OwnersFailureAnswer({ failure }: { failure: Failure }) {
  return failure.status === 403 ? <MissingAnswer /> : <FailureAnswer failure={failure} />
}

/** The panel alone, for a page that shows something besides. */
export function FailurePanel(props: { failure: Failure; message: string; heading?: 'h1' | 'h2' }) {
  const { failure, message, heading } = props
  answerFailure(failure)
  return <ErrorPanel message={message} heading={heading} />
}

/** Gives the page the status of a failure that it shows by itself. */
export function answerFailure({ status, retryAfterSeconds }: Failure): void {
  if (status === 429) answerWith(429, retryAfterSeconds)
  else answerWith(503, retryAfterSeconds ?? 5)
}

/** The sentences of the specification's error catalogue (section 8) for a content list. */
export function listFailureMessage({ status, code }: Failure): string {
  if (status === 429) return 'Too many requests. Please try again later.'
  if (code === 'unreachable' || code === 'invalid_answer') return 'Failed to load content. Please try again later.'
  return `Server responded with status: ${status}`
}

export function homeFailureMessage({ status }: Failure): string {
  return status === 429 ? 'Too many requests.' : 'Something went wrong while processing'
}
