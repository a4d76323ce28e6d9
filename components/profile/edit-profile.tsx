'use client'

import { keepCurrentUser } from '#components/account/use-current-user.ts'
import type { CurrentUser } from '#contract/users.ts'
import { AddressNotice } from './address-notice.tsx'
import { EditProfileForm } from './edit-profile-form.tsx'
import { showSaved } from './saved-profile.ts'

export function EditProfile({ user }: { user: CurrentUser }) {
  function keep(saved: CurrentUser) {
    void keepCurrentUser(saved)
    showSaved(saved)
  }

  return (
    <section
      id="edit-profile"
      aria-labelledby="edit-profile-heading"
      className="flex max-w-form scroll-mt-8 flex-col gap-5"
    >
      <h2 id="edit-profile-heading" className="font-serif text-lead font-semibold">
        Edit profile
      </h2>
      <AddressNotice user={user} onSaved={keep} />
      <EditProfileForm user={user} onSaved={keep} />
    </section>
  )
}
