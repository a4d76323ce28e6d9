import { allCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { TextLink } from './links.tsx'
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
            <TextLink href={paths.home}>Go to the home page</TextLink> or{' '}
            <TextLink href={paths.category(allCategories)}>see all stories</TextLink>.
          </p>
        </>
      }
    >
      <p>The story may have been unpublished, or the address may have a typo. A search may still find it.</p>
    </MessagePage>
  )
}
