import type { Values } from '#components/ui/form-errors.ts'
import type { Submission } from '#components/ui/use-sending.ts'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { SettingName, SettingsOnDesk } from '#contract/site.ts'
import { type CallInput, callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'

export type SettingsFormProps = { desk: SettingsOnDesk; onSaved: (saved: SettingsOnDesk) => void }

export type Change = Omit<CallInput<'PUT /dashboard/settings'>['body'], 'version'>

/** Sends the settings of one form; those that the environment decides are left out. */
export function useSettingsForm(
  { desk, onSaved }: SettingsFormProps,
  { name, read }: { name: string; read: (values: Values) => Change },
): Submission {
  return useSubmission(
    async (values) => {
      const change = Object.fromEntries(
        Object.entries(read(values)).filter(([setting]) => !variableOf(desk, setting as SettingName)),
      )
      try {
        onSaved((await callBff('PUT /dashboard/settings', { body: { version: desk.version, ...change } })).body)
      } catch (fault) {
        // The next try is by the present version: nothing that was typed is lost.
        if (fault instanceof CallFailure && fault.code === 'conflict') onSaved(fault.current as SettingsOnDesk)
        throw fault
      }
      return 'Saved. The whole site shows it now.'
    },
    { keptAs: `settings-${name}` },
  )
}

/** The variable of the environment that decides a setting, if one does. */
function variableOf({ environment }: SettingsOnDesk, setting: SettingName): string | undefined {
  return environment.find((one) => one.setting === setting)?.variable
}

/** The attributes of a field for a setting that the environment may decide, and its help. */
export function fieldFor(desk: SettingsOnDesk, setting: SettingName, help?: string) {
  const variable = variableOf(desk, setting)
  if (!variable) return { name: setting, help }
  return { name: setting, readOnly: true, help: `${variable} in the site’s environment decides this.` }
}
