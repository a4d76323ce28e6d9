import { categoryName } from '#contract/categories.ts'

type About = {
  category: string | null
  publicationName: string | null
  authorName: string | null
  frequency: string
}

/** What a subscription is about, as people read it: `Technology, weekly`. */
export function describeSubscription(about: About, productName: string): string {
  return `${subject(about, productName)}, ${about.frequency}`
}

/** `a…@example.com`: enough to know one's own address by, and too little to learn another's. */
export function shortenEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email].slice(0, 1).join('')}…${email.slice(at)}`
}

function subject({ category, publicationName, authorName }: About, productName: string): string {
  if (category) return categoryName(category, productName)
  if (publicationName) return publicationName
  return `Stories by ${authorName ?? 'an author'}`
}
