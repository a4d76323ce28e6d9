import type { NewsletterSettings } from '#newsletters/settings.ts'
import type { ApiEnv } from './env.ts'

/** What the settings of the process say about newsletters. */
export function newsletterSettings(env: ApiEnv): NewsletterSettings {
  return {
    sendCode: env.NEWSLETTER_SEND_CODE,
    from: env.MAIL_FROM,
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
