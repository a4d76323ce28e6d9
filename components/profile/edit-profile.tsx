'use client'

import { AccountSwitch } from '#components/account/account-switch.tsx'
import { CurrentPasswordField, useReauthentication } from '#components/account/current-password.tsx'
import { EmailField, NameField } from '#components/account/person-fields.tsx'
import { keepCurrentUser } from '#components/account/use-current-user.ts'
import { PictureField } from '#components/pictures/picture-field.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { CheckField } from '#components/ui/check-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { lineLink } from '#components/ui/link-style.ts'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import { smallestPicture } from '#contract/uploaded-pictures.ts'
import type { CurrentUser } from '#contract/users.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import type { CallFailure } from '#lib/browser/call-failure.ts'
import { AddressNotice } from './address-notice.tsx'
import { showSaved } from './profile-facts.tsx'

export function EditProfile({ user }: { user: CurrentUser }) {
  function keep(saved: CurrentUser) {
    void keepCurrentUser(saved)
    showSaved(saved)
  }

  return (
    <section
      ref={keepFocus}
      id="edit-profile"
      aria-labelledby="edit-profile-heading"
      className="flex max-w-form scroll-mt-8 flex-col gap-5"
    >
      <h2 id="edit-profile-heading" className="font-serif text-lead font-semibold">
        Edit profile
      </h2>
      <AddressNotice user={user} onSaved={keep} />
      <EditProfileForm user={user} onSaved={keep} />
      <AccountSwitch
        field="readAloud"
        isOn={user.read_aloud}
        help="Readers can listen to them, as a podcast too. Switched off, your earlier stories have no sound either."
      >
        Let my stories be read aloud
      </AccountSwitch>
    </section>
  )
}

type Props = { user: CurrentUser; onSaved: (user: CurrentUser) => void }

function EditProfileForm({ user, onSaved }: Props) {
  const reauthentication = useReauthentication()
  const submission = useSubmission(
    async ({ name, email, profileImage, bio, showEmail, showFollowers, takesReplies, currentPassword }) => {
      const shown = { showEmail: showEmail !== undefined, showFollowers: showFollowers !== undefined }
      const ticked = { ...shown, takesReplies: takesReplies !== undefined }
      const changed = { name, email, profileImage, bio, ...ticked, currentPassword }
      const save = () => callBff('POST /users/update-profile', { body: changed })
      onSaved((await reauthentication.watch(save)).body)
    },
    { explain },
  )
  const isSaved = submission.done !== undefined

  return (
    <Form submission={submission} label="Edit profile" remedy={submission.failure?.status === 401 && <LogInAgain />}>
      <NameField defaultValue={user.name} />
      <EmailField
        defaultValue={user.email}
        help="If you change it, we’ll email a link to the new address. Follow it to confirm."
      />
      <PictureField
        name="profileImage"
        label="Image URL"
        help="Or paste the address of a picture. Leave it empty for no picture."
        known={user.profile_image}
        take={smallestPicture}
        show={(address) => <Avatar key={address} name={user.name} image={address} size={96} />}
      />
      <Field
        name="bio"
        label="About you"
        className="min-h-32 py-2.5"
        control={(tied) => <textarea {...tied} rows={5} defaultValue={user.bio} />}
      />
      <CheckField type="checkbox" name="showEmail" defaultChecked={user.show_email}>
        Show my email on my profile
      </CheckField>
      <CheckField type="checkbox" name="showFollowers" defaultChecked={user.show_followers}>
        Show how many people follow me
      </CheckField>
      <div>
        <CheckField
          type="checkbox"
          name="takesReplies"
          defaultChecked={user.takes_replies}
          aria-describedby="takes-replies"
        >
          Let readers reply to emails about my stories
        </CheckField>
        <p id="takes-replies" className="ps-7 text-small text-soft">
          {user.email_proven
            ? 'Replies go to your email address, and everyone who gets your stories by email can see it.'
            : 'Replies go to your email address once you’ve confirmed it. Everyone who gets your stories by email can see it then.'}
        </p>
      </div>
      {reauthentication.isAsked && <CurrentPasswordField />}
      {/* Beside the button, so that it is in view wherever the button is. */}
      <div className="flex items-center gap-4">
        <SubmitButton busy="Saving…" className="flex-1 md:flex-none">
          Save
        </SubmitButton>
        <p role="status" className="flex items-center gap-1.5 text-ui empty:hidden">
          {isSaved && (
            <>
              <span className="text-green">
                <Icon name="check" />
              </span>
              Saved.
            </>
          )}
        </p>
      </div>
      {isSaved && user.pending_email && (
        <p className="text-small wrap-anywhere text-soft">
          We’ve emailed a link to {user.pending_email}. Follow it to confirm your new address.
        </p>
      )}
    </Form>
  )
}

/** Opens another tab, so that typed text can be saved here afterwards. */
function LogInAgain() {
  return (
    <a href={paths.login()} target="_blank" className={lineLink} rel="noopener">
      Log in again in another tab, then save
    </a>
  )
}

function explain({ status, message }: CallFailure): string {
  return status === 401 ? 'No token found' : message
}
