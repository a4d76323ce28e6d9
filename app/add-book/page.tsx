import { AdminPage } from '#app/admin-dashboard/admin-page.tsx'
import { AddBook } from '#components/book/add-book.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => unlistedMetadata('Add new book')

export default function AddBookPage() {
  return (
    <AdminPage
      path={adminPaths.addBook}
      title="Add new book"
      text="A model writes the summary, and you get it as a draft. It works only on localhost."
    >
      <div className="flex w-[90vw] flex-col gap-8 self-center min-[769px]:w-[50vw]">
        <AddBook />
      </div>
    </AdminPage>
  )
}
