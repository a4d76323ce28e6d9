import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordLength } from '#contract/person.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'

const common = new Set(dictionary['passwords-common'].filter((word) => word.length >= passwordLength.least))

/**
 * Refuses common passwords, and those made of the person's own name or email.
 * @throws Problem `bad_request` for the field `password`.
 */
export function refuseWeakPassword(
  { productName }: Pick<Context, 'productName'>,
  password: string,
  person: { name: string; email: string },
): void {
  const typed = plain(password)
  if (typed === '') refuse('A password made only of spaces is easy to guess. Please choose another one.')
  const [localPart = ''] = person.email.split('@')
  const own = [person.name, person.email, localPart].map(plain)
  if (own.includes(typed)) refuse('Your password can’t be your name or your email address.')
  if (typed === plain(productName)) refuse('Your password can’t be the name of this site.')
  if (common.has(typed) || /^(.)\1*$/u.test(typed)) {
    refuse('This password is too common and easy to guess. Please choose another one.')
  }
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}

function refuse(sentence: string): never {
  throw new Problem('bad_request', { detail: sentence, fields: { password: sentence } })
}
