/** The limits of the site's settings, in characters (UTF-16 code units) or pieces. */
export const siteLimits = {
  name: 60,
  tagline: 160,
  link: 300,
  links: 12,
  categories: 12,
  categorySlug: 40,
  categoryName: 40,
  /** Under the heading of a category's list. */
  sentence: 160,
} as const
