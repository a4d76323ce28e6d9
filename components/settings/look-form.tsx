import { PictureField } from '#components/pictures/picture-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { accentGrounds } from '#contract/accent.ts'
import { siteLimits } from '#contract/site-limits.ts'
import { AccentField } from './accent-field.tsx'
import { SettingsForm } from './settings-form.tsx'
import { fieldFor, type SettingsFormProps, useSettingsForm } from './use-settings-form.ts'

/** The site's name, its sentence, its colour and its pictures. */
export function LookForm(props: SettingsFormProps) {
  const { settings } = props.desk
  const submission = useSettingsForm(props, {
    name: 'look',
    read: ({ name = '', tagline = '', accent, logo, icon }) => ({
      name,
      tagline,
      accent: accent?.trim() || null,
      logo: logo || null,
      icon: icon || null,
    }),
  })
  return (
    <SettingsForm submission={submission} label="Name and look">
      <Field
        {...fieldFor(props.desk, 'name')}
        label="Name"
        required
        missing="Please enter a name."
        autoComplete="off"
        maxLength={siteLimits.name}
        defaultValue={settings.name}
      />
      <Field
        name="tagline"
        label="Sentence"
        help="What this site is about: on the home page, in search engines, feeds and shared links."
        required
        missing="Please enter a sentence."
        autoComplete="off"
        maxLength={siteLimits.tagline}
        defaultValue={settings.tagline}
      />
      <AccentField known={settings.accent} />
      <PictureField
        name="logo"
        legend="Logo (optional)"
        help="It stands in the bar and in emails in place of the name, 28 pixels high."
        known={settings.logo}
        show={(address) => <LogoByDayAndNight address={address} />}
      />
      <PictureField
        name="icon"
        legend="Icon (optional)"
        help="A square picture of at least 512 pixels, for tabs, bookmarks and home screens."
        known={settings.icon}
        show={(address) => <Shown address={address} className="size-12 rounded-card object-cover" />}
      />
    </SettingsForm>
  )
}

/** A dark logo may be hard to see on the pages by night, and a light one on those by day. */
function LogoByDayAndNight({ address }: { address: string }) {
  return (
    <div className="flex overflow-hidden rounded-card border border-line">
      {[accentGrounds.light[0], accentGrounds.dark[0]].map((ground) => (
        <div key={ground} style={{ background: ground }} className="p-4">
          <Shown address={address} className="h-7 w-auto max-w-32 object-contain" />
        </div>
      ))}
    </div>
  )
}

function Shown({ address, className }: { address: string; className: string }) {
  return <img src={address} alt="" className={className} />
}
