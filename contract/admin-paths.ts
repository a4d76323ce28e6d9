/** Addresses of administrators. Apart from the others: no page of a reader loads them. */
export const adminPaths = {
  adminDashboard: '/admin-dashboard',
  adminPeople: '/admin-dashboard/people',
  adminStories: '/admin-dashboard/stories',
  adminReports: '/admin-dashboard/reports',
  adminFrontPage: '/admin-dashboard/front-page',
  /** Stories that wait for an administrator before they go to subscribers. */
  adminWaiting: '/admin-dashboard/waiting',
  adminJobs: '/admin-dashboard/jobs',
  adminAudit: '/admin-dashboard/audit',
  adminSystem: '/admin-dashboard/system',
  adminSettings: '/admin-dashboard/settings',
  addBook: '/add-book',
  sendNewsletters: '/send-newsletters',
  newsletterSubscribers: '/send-newsletters/subscribers',
  /** A file, for administrators. */
  subscriberExport: '/api/newsletters/subscribers/export',
  createPodcast: '/create-podcast',
  podcasts: '/podcasts',
} as const

/** The form that pins this story to the front page. */
export function pinStoryPath(slug: string): string {
  return `${adminPaths.adminFrontPage}?story=${encodeURIComponent(slug)}#pin-story`
}
