import { ownSlug, siteCategories } from '#contract/categories.ts'
import { type Site, usualSettings } from '#contract/site.ts'
import { webEnv } from './env.ts'
import { renderContext } from './renderer/render-context.ts'

/** The settings of the site for the page that is being made. A foreign product API has none: the environment decides. */
export function site(): Site {
  return renderContext()?.site ?? siteOfEnvironment()
}

function siteOfEnvironment(): Site {
  const { PRODUCT_NAME: name, CONTACT_EMAIL: contact, SOCIAL_LINKS: links } = webEnv()
  const categories = siteCategories(ownSlug(name))
  return { ...usualSettings, name, contact_email: contact, social_links: links, categories }
}
