import { AdminOnly } from '#app/page-access.tsx'
import { AddBook } from '#components/book/add-book.tsx'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => unlistedMetadata('Add new book')

export default function AddBookPage() {
  return (
    <AdminOnly>
      <div className="mx-auto flex w-[90%] flex-col gap-8 py-10 min-[769px]:w-1/2 md:py-16">
        <PageHeading title="Add new book" text="A model writes the summary, and you get it as a draft." />
        <AddBook />
      </div>
    </AdminOnly>
  )
}
