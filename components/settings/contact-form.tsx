import { Field } from '#components/ui/field.tsx'
import { siteLimits } from '#contract/site-limits.ts'
import { SettingsForm } from './settings-form.tsx'
import { fieldFor, type SettingsFormProps, useSettingsForm } from './use-settings-form.ts'

/** The address that readers write to, and the site's places elsewhere. */
export function ContactForm(props: SettingsFormProps) {
  const { settings } = props.desk
  const submission = useSettingsForm(props, {
    name: 'contact',
    read: ({ contact_email = '', social_links = '' }) => ({
      contact_email,
      social_links: social_links.split(/\s+/).filter(Boolean),
    }),
  })
  const { readOnly, ...links } = fieldFor(props.desk, 'social_links', 'Whole addresses, one a line.')
  return (
    <SettingsForm submission={submission} label="Contact">
      <Field
        {...fieldFor(
          props.desk,
          'contact_email',
          'Emails name it, and come from it unless MAIL_FROM is set. Pages of the law name it too.',
        )}
        label="Contact address"
        type="email"
        autoComplete="off"
        required
        maxLength={254}
        missing="Please enter an email address."
        mismatch="Please enter a valid email address."
        defaultValue={settings.contact_email}
      />
      <Field
        {...links}
        label="Links to other places (optional)"
        className="min-h-24 py-2.5"
        control={(tied) => (
          <textarea
            {...tied}
            rows={3}
            readOnly={readOnly}
            maxLength={siteLimits.links * (siteLimits.link + 1)}
            spellCheck={false}
            defaultValue={settings.social_links.join('\n')}
          />
        )}
      />
    </SettingsForm>
  )
}
