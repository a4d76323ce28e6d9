/** The calls, below `/api`, that the site's own forms reach without scripts as well: a form is sent by POST, whatever its call is. */
export const formAddresses = [
  '/users/signup',
  '/users/forget-password',
  '/users/reset-password',
  '/users/confirm-email',
  '/newsletters/subscribe',
  '/newsletters/confirm/:uuid',
  '/newsletters/unsubscribe/:uuid',
  '/newsletters/preferences/:uuid',
] as const
export type FormAddress = (typeof formAddresses)[number]
