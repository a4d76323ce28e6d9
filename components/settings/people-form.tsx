import { CheckField } from '#components/ui/check-field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { adminPaths } from '#contract/admin-paths.ts'
import { type Frequency, frequencies, frequencyTable } from '#contract/frequencies.ts'
import { SettingsForm } from './settings-form.tsx'
import { type Change, type SettingsFormProps, useSettingsForm } from './use-settings-form.ts'

type Admission = NonNullable<Change['publish']>
type Option = { value: Admission; label: string; means: string }

const signUps: Option[] = [
  { value: 'anyone', label: 'Anyone', means: 'Whoever wants an account makes one.' },
  { value: 'invited', label: 'Invited people', means: 'Only those whom an administrator has sent an invitation.' },
  { value: 'administrators', label: 'Nobody', means: 'The accounts that are there stay, and none is added.' },
]
const publishers: Option[] = [
  { value: 'anyone', label: 'Anyone with an account', means: 'Reports and suspensions help against misuse.' },
  {
    value: 'invited',
    label: 'Invited people',
    means: 'Those who were invited, and those whom an administrator lets publish. Others write drafts.',
  },
  { value: 'administrators', label: 'Administrators', means: 'Others read, follow and write drafts.' },
]

/** The people who may sign up and publish, and the frequency of subscriptions that none was chosen for. */
export function PeopleForm(props: SettingsFormProps) {
  const { settings } = props.desk
  const submission = useSettingsForm(props, {
    name: 'people',
    read: ({ sign_up, publish, default_frequency }) => ({
      sign_up: sign_up as Admission,
      publish: publish as Admission,
      default_frequency: default_frequency as Frequency,
    }),
  })
  return (
    <SettingsForm submission={submission} label="Who may do what">
      <Choice name="sign_up" legend="Who may sign up" options={signUps} chosen={settings.sign_up} />
      <Choice name="publish" legend="Who may publish" options={publishers} chosen={settings.publish} />
      <p className="text-small text-faint">
        Invitations are sent, and people are let publish, at{' '}
        <a href={adminPaths.adminPeople} className="underline underline-offset-2">
          People
        </a>
        .
      </p>
      <SelectField
        name="default_frequency"
        label="Usual frequency"
        help="For a subscription to the site or a category, unless its reader chooses another."
        options={frequencies.map((value) => ({ value, label: frequencyTable[value].label }))}
        defaultValue={settings.default_frequency}
      />
    </SettingsForm>
  )
}

type ChoiceProps = { name: string; legend: string; options: readonly Option[]; chosen: Admission }

function Choice({ name, legend, options, chosen }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="text-ui font-semibold">{legend}</legend>
      {options.map(({ value, label, means }) => (
        <div key={value}>
          <CheckField
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            aria-describedby={`${name}-${value}`}
          >
            {label}
          </CheckField>
          <p id={`${name}-${value}`} className="-mt-2 ms-7 pb-1.5 text-pretty text-small text-faint">
            {means}
          </p>
        </div>
      ))}
    </fieldset>
  )
}
