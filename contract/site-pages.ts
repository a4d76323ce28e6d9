/** The pages whose text administrators can write themselves, by the name in their address, with the titles that they come with. */
export const sitePages = {
  'about-us': 'About Us',
  'contact-us': 'Contact Us',
  careers: 'Careers',
  'privacy-policy': 'Privacy Statement',
  'user-agreement': 'User Agreement',
  'cookie-policy': 'Cookie Policy',
} as const
export type SitePage = keyof typeof sitePages

/** The title of one of these pages; of another one, which only a newer version knows, its name. */
export function sitePageTitle(page: string): string {
  return isSitePage(page) ? sitePages[page] : page
}

export function isSitePage(page: string): page is SitePage {
  return Object.hasOwn(sitePages, page)
}
