import { Field } from '#components/ui/field.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'

type Props = { defaultValue?: string | undefined; help?: string; autoComplete?: 'off'; readOnly?: boolean }

/** The fields that every form about a person asks for alike, so that browsers fill them in alike. */
export function NameField({ defaultValue }: Pick<Props, 'defaultValue'>) {
  return (
    <Field
      name="name"
      label="Name"
      required
      missing="Please enter a name."
      autoComplete="name"
      defaultValue={defaultValue}
    />
  )
}

export function EmailField(props: Props) {
  return (
    <Field
      name="email"
      label="Email"
      type="email"
      required
      missing="Please enter an email address."
      mismatch="Please enter a valid email address."
      autoComplete="email"
      {...props}
    />
  )
}

/** The help is what `contract/person.ts` asks for, in words: the contract itself would bring its schemas into the browser. */
export function NewPasswordField({ label }: { label: string }) {
  return <PasswordField name="password" label={label} autoComplete="new-password" help="At least 8 characters." />
}

/** A note for browsers without scripts about what they can't use. */
export function NeedsScriptsNote({ children }: { children: string }) {
  return (
    <noscript>
      <p className="text-pretty text-small text-faint">{children}</p>
    </noscript>
  )
}
