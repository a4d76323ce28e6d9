import { frequencyTable } from '#contract/frequencies.ts'
import type { AddedCategory, SettingName, SiteSettings } from '#contract/site.ts'

const admissions = { anyone: 'anyone', invited: 'invited people', administrators: 'administrators' }

/** The value of a setting as the audit tells it; empty for none. */
export function textOfSetting<N extends SettingName>(name: N, value: SiteSettings[N]): string {
  if (value === null) return ''
  if (name === 'sign_up' || name === 'publish') return admissions[value as SiteSettings['publish']]
  if (name === 'default_frequency') return frequencyTable[value as SiteSettings['default_frequency']].words
  if (name === 'categories') return (value as AddedCategory[]).map(inWords).join('; ')
  return Array.isArray(value) ? value.join(', ') : String(value)
}

function inWords({ slug, name, sentence }: AddedCategory): string {
  return `${name} (${slug})${sentence ? `: ${sentence}` : ''}`
}
