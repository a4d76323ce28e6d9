import type { ReactNode } from 'react'

/** From laptops up: a page's subject on the left, its content on the right; on smaller screens one after the other. */
export function AsideLayout({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-8 px-4 py-10 md:px-6 md:py-16 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-16">
      <div className="flex flex-col gap-6">{aside}</div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
