import type { Metadata } from 'next'
import { AdminOnly } from '#app/admin-only.tsx'
import { AdminPage } from '#components/admin/admin-page.tsx'
import { PeopleList } from '#components/admin/people-list.tsx'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('People')
}

export default function AdminPeoplePage() {
  return (
    <AdminOnly>
      {({ user }) => (
        <AdminPage
          current="people"
          title="People"
          text="Everyone with an account. A suspended person can’t sign in; their published stories stay, and scheduled ones wait."
        >
          <PeopleList ownUuid={user.uuid} />
        </AdminPage>
      )}
    </AdminOnly>
  )
}
