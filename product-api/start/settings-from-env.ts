import { sql } from 'drizzle-orm'
import type { NewsletterSettings } from '#newsletters/settings.ts'
import type { Db } from '#platform/db/client.ts'
import { type FixedSettings, SettingsOfSite } from '#platform/site-settings.ts'
import { availableMb } from '#runtime/available-memory.ts'
import type { ApiEnv } from './env.ts'

/** A proof runs a second site for a while. */
const proofMb = 1_500

/** Whether the newest backup is proved once a week. */
export function provesBackups({ BACKUP_TO, BACKUP_CHECK }: ApiEnv): boolean {
  return BACKUP_TO !== undefined && BACKUP_CHECK === 'week' && availableMb() >= proofMb
}

/** The site's settings, by the environment and by a database that may be of a version without them. */
export async function settingsIn(db: Db, env: ApiEnv): Promise<SettingsOfSite> {
  const site = new SettingsOfSite(fixedSettings(env))
  const { rows } = await db.execute<{ table: string | null }>(sql`select to_regclass('site_settings') as table`)
  if (rows[0]?.table) await site.refresh(db)
  return site
}

/** The site's settings that the environment decides. */
export function fixedSettings(env: ApiEnv): FixedSettings {
  return {
    ...(env.PRODUCT_NAME !== undefined && { name: env.PRODUCT_NAME }),
    ...(env.CONTACT_EMAIL !== undefined && { contact_email: env.CONTACT_EMAIL }),
    ...(env.SOCIAL_LINKS !== undefined && { social_links: env.SOCIAL_LINKS }),
  }
}

/** The newsletter settings from the environment; without MAIL_FROM, emails come from the site's contact address. */
export function newsletterSettings(env: ApiEnv, site: SettingsOfSite): NewsletterSettings {
  return {
    sendCode: env.NEWSLETTER_SEND_CODE,
    get from() {
      return env.MAIL_FROM ?? { name: site.now.name, address: site.now.contact_email }
    },
    dkim: env.DKIM,
    bounceAddress: env.BOUNCE_ADDRESS,
    uncertain: env.NEWSLETTER_UNCERTAIN,
    limits: {
      perSecond: env.NEWSLETTER_PER_SECOND || undefined,
      perDomain: env.NEWSLETTER_PER_DOMAIN ?? new Map(),
      warmUp: env.NEWSLETTER_WARM_UP ?? [],
    },
    digestHour: env.DIGEST_HOUR,
    hasMailServer: env.SMTP_URL !== undefined,
  }
}
