import { ownSlug, siteCategories } from '#contract/categories.ts'
import { type Site, usualSettings } from '#contract/site.ts'
import { webEnv } from './env.ts'
import { renderContext } from './renderer/render-context.ts'

/** The settings of the site for the page that is being made. A foreign product API has none: the environment decides. */
export function site(): Site {
  return renderContext()?.site ?? siteOfEnvironment()
}

/** The site's content in a few words, to stand beside its name; without a full stop. */
export function contentInWords(): string {
  const { tagline } = site()
  return tagline === usualSettings.tagline ? 'Short stories, book summaries and essays' : tagline.replace(/\.$/, '')
}

function siteOfEnvironment(): Site {
  const { PRODUCT_NAME: name, CONTACT_EMAIL: contact, SOCIAL_LINKS: links } = webEnv()
  const categories = siteCategories(ownSlug(name))
  return { ...usualSettings, name, contact_email: contact, social_links: links, categories }
}
