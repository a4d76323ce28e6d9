import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { checkAccent, leastContrast } from '#contract/accent.ts'
import { frequencyTable } from '#contract/frequencies.ts'
import {
  type AddedCategory,
  type SettingName,
  type SettingsOnDesk,
  type SiteSettings,
  usualSettings,
} from '#contract/site.ts'
import { tags } from '#contract/tags.ts'
import { holdUpload } from '#files/uploads.ts'
import { recordAudit } from '#platform/audit.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { countList } from '#platform/db/counters.ts'
import { siteSettings } from '#platform/db/tables/site.ts'
import { transaction } from '#platform/db/transaction.ts'
import { invalidField, Problem } from '#platform/problem.ts'
import { findStoredSettings, readable, settingVariables } from '#platform/site-settings.ts'

type Change = { [Name in SettingName]?: SiteSettings[Name] | undefined }

/** The settings as administrators see them. */
export async function readSettings({ db, site }: Pick<SignedInContext, 'db' | 'site'>): Promise<SettingsOnDesk> {
  const stored = await findStoredSettings(db)
  site.takeIfNewer(stored)
  const settings = site.now
  return {
    version: stored?.version ?? 0,
    changed_at: stored?.changedAt.toISOString() ?? null,
    changed_by: stored?.changedBy ? await findName(db, stored.changedBy) : '',
    settings,
    environment: Object.keys(site.fixed).map((setting) => ({
      setting,
      variable: settingVariables[setting as keyof typeof settingVariables],
    })),
    used_categories: await Promise.all(settings.categories.map(({ slug }) => countUses(db, slug))),
  }
}

/**
 * Changes the settings that are named. Every page and email follows: the change is announced with the tag of everything.
 * @throws Problem `bad_request` naming the setting, and `conflict` with the present settings if somebody else has changed
 * them since `version`.
 */
export async function changeSettings(
  ctx: SignedInContext,
  { version, ...given }: Change & { version: number },
): Promise<SettingsOnDesk> {
  const change = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<SiteSettings>
  refuseFixed(ctx, change)
  refuseUnreadableAccent(change)
  refuseWrongCategories(ctx, change)
  const isChanged = await transaction(ctx.db, async (tx) => {
    await tx.execute(sql`lock table ${siteSettings} in exclusive mode`)
    const stored = await findStoredSettings(tx)
    const before: SiteSettings = { ...usualSettings, ...readable(stored?.settings ?? {}) }
    const changed = Object.entries(change).filter(
      ([name, value]) => !isDeepStrictEqual(value, before[name as SettingName]),
    ) as [SettingName, never][]
    if (changed.length === 0) return false
    if (version !== (stored?.version ?? 0)) return undefined
    await refuseMissingPictures(tx, Object.fromEntries(changed))
    // The whole of what is stored: a newer version may have settings of its own there.
    await save(ctx, tx, { settings: { ...stored?.settings, ...change }, version: version + 1 })
    for (const [setting, value] of changed) {
      const details = {
        setting,
        from: textOfSetting(setting, before[setting]),
        to: textOfSetting(setting, value),
      }
      await recordAudit(ctx, tx, { action: 'setting_changed', details })
    }
    await recordChange(ctx, tx, [tags.everything])
    return true
  })
  const current = await readSettings(ctx)
  if (isChanged === undefined) {
    const detail =
      'Somebody else has changed the settings since you opened this page. Please check them, and save again.'
    throw new Problem('conflict', { detail, current })
  }
  return current
}

const admissions = { anyone: 'anyone', invited: 'invited people', administrators: 'administrators' }

/** The value of a setting as the audit tells it; empty for none. */
function textOfSetting<N extends SettingName>(name: N, value: SiteSettings[N]): string {
  if (value === null) return ''
  if (name === 'sign_up' || name === 'publish') return admissions[value as SiteSettings['publish']]
  if (name === 'default_frequency') return frequencyTable[value as SiteSettings['default_frequency']].words
  if (name === 'categories') return (value as AddedCategory[]).map(inWords).join('; ')
  return Array.isArray(value) ? value.join(', ') : String(value)
}

function inWords({ slug, name, sentence }: AddedCategory): string {
  return `${name} (${slug})${sentence ? `: ${sentence}` : ''}`
}

/** @throws Problem `bad_request` for another value of a setting that the environment decides. */
function refuseFixed({ site: { fixed } }: SignedInContext, change: Partial<SiteSettings>): void {
  for (const [name, variable] of Object.entries(settingVariables)) {
    const decided = fixed[name as keyof typeof fixed]
    const wanted = change[name as keyof typeof fixed]
    if (decided === undefined || wanted === undefined || isDeepStrictEqual(decided, wanted)) continue
    throw invalidField(name, `${variable} in the environment decides this: it can’t be changed here.`)
  }
}

/** @throws Problem `bad_request` for a colour whose contrast is too low, with the nearest one that works. */
function refuseUnreadableAccent({ accent }: Partial<SiteSettings>): void {
  if (!accent) return
  const { isReadable, ratio, nearest } = checkAccent(accent)
  if (isReadable) return
  // Rounded down: 4.49 must not read as 4.5.
  const measured = Math.floor(ratio * 10) / 10
  throw invalidField(
    'accent',
    `This colour is too light to read: its contrast is ${measured} to 1, and text needs at least ${leastContrast} to 1. The nearest one that works is ${nearest}.`,
  )
}

/** @throws Problem `bad_request` for a picture that was never uploaded, or is not there any more. */
async function refuseMissingPictures(tx: Db, change: Partial<SiteSettings>): Promise<void> {
  for (const setting of ['logo', 'icon'] as const) {
    const url = change[setting]
    if (!url || (await holdUpload(tx, url))) continue
    throw invalidField(setting, 'This picture is not there any more. Please upload it again.')
  }
}

/** @throws Problem `bad_request` for an address or a name that another category has. */
function refuseWrongCategories({ site }: SignedInContext, { categories = [] }: Partial<SiteSettings>): void {
  const slugs = new Set(site.taken.slugs)
  const names = new Set(site.taken.names.map(plain))
  categories.forEach(({ slug, name }, place) => {
    if (slugs.has(slug)) throw invalidField(`categories.${place}.slug`, `Another category has the address ${slug}.`)
    if (names.has(plain(name))) throw invalidField(`categories.${place}.name`, `Another category is named ${name}.`)
    slugs.add(slug)
    names.add(plain(name))
  })
}

function plain(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

async function save(
  { actor, now }: SignedInContext,
  tx: Db,
  { settings, version }: { settings: Partial<SiteSettings>; version: number },
): Promise<void> {
  const row = { settings, version, changedAt: now(), changedBy: actor.id }
  await tx.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.isOnly, set: row })
}

async function findName(db: Db, id: string): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from users where id = ${id}`)
  return rows[0]?.name ?? ''
}

/** Counts at most a thousand stories of a category: there may be a million. */
async function countUses(db: Db, slug: string): Promise<SettingsOnDesk['used_categories'][number]> {
  const { rows } = await db.execute<{ stories: number }>(sql`
    select count(*)::int as stories from (
      select from contents where category = ${slug} and not is_draft and deleted_at is null limit 1000
    ) as counted`)
  return { slug, stories: rows[0]?.stories ?? 0, subscribers: await countList(db, `category:${slug}`) }
}
