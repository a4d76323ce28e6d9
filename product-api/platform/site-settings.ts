import { sql } from 'drizzle-orm'
import { allCategories, type Category, categoryName, ownSlug, siteCategories, slugsOf } from '#contract/categories.ts'
import { type Site, SiteSettings, usualSettings } from '#contract/site.ts'
import type { Db } from './db/client.ts'
import { prepared } from './db/prepared.ts'
import { siteSettings } from './db/tables/site.ts'

/** The settings that the environment decides, where it does: administrators can't change them. */
export type FixedSettings = Partial<Pick<SiteSettings, 'name' | 'contact_email' | 'social_links'>>

/** The variables of the environment that decide a setting. */
export const settingVariables = {
  name: 'PRODUCT_NAME',
  contact_email: 'CONTACT_EMAIL',
  social_links: 'SOCIAL_LINKS',
} as const satisfies Record<keyof FixedSettings, string>

type Stored = { settings: Partial<SiteSettings>; version: number; changedAt: Date; changedBy: string | null }

/**
 * The site's settings as this process knows them: those of the environment, else those that administrators have chosen,
 * else the usual ones. `refresh` reads them again; whoever decides a right by them calls it first.
 */
export class SettingsOfSite {
  readonly fixed: FixedSettings
  /** Follows the environment, so that a new name moves no story to another address. */
  readonly #ownCategory: string
  #version = 0
  #settings: SiteSettings
  #categories: Category[]

  constructor(fixed: FixedSettings = {}) {
    this.fixed = fixed
    this.#ownCategory = ownSlug(fixed.name ?? usualSettings.name)
    this.#settings = { ...usualSettings, ...fixed }
    this.#categories = siteCategories(this.#ownCategory)
  }

  get now(): Readonly<SiteSettings> {
    return this.#settings
  }

  /** All categories, in the order in which pages list them. */
  get categories(): readonly Category[] {
    return this.#categories
  }

  /** The slugs and names of the categories that every site has: no added one may have them. */
  get taken(): { slugs: string[]; names: string[] } {
    const usual = siteCategories(this.#ownCategory)
    return {
      slugs: [allCategories, ...slugsOf(usual)],
      names: [allCategories, ...slugsOf(usual)].map((slug) => categoryName(slug, usual)),
    }
  }

  /** The settings that pages and emails show. */
  get shown(): Site {
    return { ...this.#settings, categories: [...this.#categories] }
  }

  async refresh(db: Db): Promise<Readonly<SiteSettings>> {
    this.takeIfNewer(await findStoredSettings(db))
    return this.#settings
  }

  /** Takes what was read; an older reading may come after a newer one, and changes nothing. */
  takeIfNewer(stored: Pick<Stored, 'settings' | 'version'> | undefined): void {
    if ((stored?.version ?? 0) >= this.#version) this.take(stored?.settings ?? {}, stored?.version)
  }

  take(stored: Partial<SiteSettings>, version = 0): void {
    this.#version = version
    this.#settings = { ...usualSettings, ...readable(stored), ...this.fixed }
    this.#categories = siteCategories(this.#ownCategory, this.#settings.categories)
  }
}

/** The choices of administrators as they are stored; undefined if nothing was ever changed. */
export async function findStoredSettings(db: Db): Promise<Stored | undefined> {
  const [stored] = await readSettings(db).execute()
  return stored
}

const readSettings = prepared('site-settings', (db) =>
  db
    .select({
      settings: siteSettings.settings,
      version: siteSettings.version,
      changedAt: siteSettings.changedAt,
      changedBy: siteSettings.changedBy,
    })
    .from(siteSettings)
    .where(sql`${siteSettings.isOnly}`),
)

/** The stored settings that can be read: a newer version may have stored more, or others. */
export function readable(stored: Partial<SiteSettings>): Partial<SiteSettings> {
  return Object.fromEntries(
    Object.entries(SiteSettings.shape).flatMap(([name, schema]) => {
      const parsed = schema.safeParse(stored[name as keyof SiteSettings])
      return parsed.success ? [[name, parsed.data]] : []
    }),
  )
}
