import type { Metadata } from 'next'
import { buttonStyle } from '#components/ui/button-style.ts'
import { MessagePage } from '#components/ui/message-page.tsx'
import { paths } from '#contract/paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export function generateMetadata(): Metadata {
  return unlistedMetadata('Something went wrong')
}

export default function ErrorPage() {
  return (
    <MessagePage
      title="Something went wrong"
      actions={
        <a href={paths.home} className={buttonStyle.primary}>
          Home
        </a>
      }
    >
      <p>
        That didn’t work. Going back and trying again may help. If it keeps happening, please{' '}
        <a href={paths.contact} className="text-link underline underline-offset-2">
          tell us
        </a>
        .
      </p>
    </MessagePage>
  )
}
