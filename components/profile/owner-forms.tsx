'use client'

import { keepCurrentUser } from '#components/account/use-current-user.ts'
import type { CurrentUser } from '#contract/users.ts'
import { AccountSecurity } from './account-security.tsx'
import { AddressNotice } from './address-notice.tsx'
import { EditProfileForm } from './edit-profile-form.tsx'
import { showSaved } from './saved-profile.ts'
import { SubscriptionList } from './subscription-list.tsx'

export function OwnerForms({ user }: { user: CurrentUser }) {
  function keep(saved: CurrentUser) {
    void keepCurrentUser(saved)
    showSaved(saved)
  }

  return (
    <div className="mb-12 flex max-w-form flex-col gap-10 border-b border-line pb-12">
      <section aria-labelledby="edit-profile-heading" className="flex flex-col gap-5">
        <h2 id="edit-profile-heading" className="font-serif text-lead font-semibold">
          Edit profile
        </h2>
        <AddressNotice user={user} onSaved={keep} />
        <EditProfileForm user={user} onSaved={keep} />
      </section>
      <SubscriptionList key={user.email} email={user.email} isProven={user.email_proven} />
      <AccountSecurity hasPassword={user.has_password} onPassword={() => keep({ ...user, has_password: true })} />
    </div>
  )
}
