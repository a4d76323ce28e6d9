import { categoryName } from '#contract/categories.ts'
import type { Frequency } from './repository.ts'

type Subject = { category: string | null; publicationName: string | null; authorName: string | null }

const often: Record<Frequency, string> = { daily: 'daily', weekly: 'weekly', published: 'as published' }

/** A subscription as people read it: `Technology, weekly`. */
export function describeSubscription(about: Subject & { frequency: Frequency }, productName: string): string {
  return `${describeSubject(about, productName)}, ${often[about.frequency]}`
}

/** What it is about: a category, a publication or an author. */
export function describeSubject({ category, publicationName, authorName }: Subject, productName: string): string {
  if (category) return categoryName(category, productName)
  if (publicationName) return publicationName
  return `Stories by ${authorName ?? 'an author'}`
}

/** `a…@example.com`: enough to know one's own address by, and too little to learn another's. */
export function shortenEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email].slice(0, 1).join('')}…${email.slice(at)}`
}
