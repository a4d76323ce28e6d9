import type { ReactNode } from 'react'

/** A page that is one form: a single narrow column in the middle. */
export function FormPage({ children }: { children: ReactNode }) {
  return <div className="mx-auto flex w-full max-w-form flex-col gap-6 px-4 py-10 md:px-0 md:py-16">{children}</div>
}
