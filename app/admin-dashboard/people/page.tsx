import { Invitations } from '#components/admin/invitations.tsx'
import { PeopleList } from '#components/admin/people-list.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { AdminPage } from '../admin-page.tsx'

export const generateMetadata = () => unlistedMetadata('People')

export default function AdminPeoplePage() {
  return (
    <AdminPage
      path={adminPaths.adminPeople}
      title="People"
      text="Everyone with an account. A suspended person can’t log in; their published stories stay, and scheduled ones wait."
    >
      {({ user }) => (
        <>
          <PeopleList ownUuid={user.uuid} />
          <Invitations />
        </>
      )}
    </AdminPage>
  )
}
