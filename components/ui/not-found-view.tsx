import { allCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { MessagePage } from './message-page.tsx'
import { SearchBox } from './search-box.tsx'

export function NotFoundView() {
  return (
    <MessagePage
      title="There is nothing at this address"
      actions={
        <>
          <SearchBox id="missing-search" label="Search stories" />
          <p>
            <a href={paths.home} className="text-link underline underline-offset-2">
              Go to the home page
            </a>{' '}
            or{' '}
            <a href={paths.category(allCategories)} className="text-link underline underline-offset-2">
              see all stories
            </a>
            .
          </p>
        </>
      }
    >
      <p>The story may have been taken back, or the address has a slip in it. A search may still find what you want.</p>
    </MessagePage>
  )
}
