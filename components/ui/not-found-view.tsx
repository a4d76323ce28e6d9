import { allCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { MessagePage } from './message-page.tsx'
import { SearchBox } from './search-input.tsx'

export function NotFoundView() {
  return (
    <MessagePage
      title="There’s nothing at this address"
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
      <p>The story may have been unpublished, or the address may have a typo. A search may still find it.</p>
    </MessagePage>
  )
}
