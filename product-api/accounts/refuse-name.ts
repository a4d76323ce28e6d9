import {
  allCategories,
  type Category,
  categoryName,
  categoryTag,
  siteCategoryTag,
  slugsOf,
} from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import type { Context } from '#platform/context.ts'
import { invalidField } from '#platform/problem.ts'

type Namer = Pick<Context, 'productName' | 'categories' | 'actor'>

// Invisible characters, and those that change the text's direction.
const invisible = /\p{Default_Ignorable_Code_Point}|\p{Cc}|[\u2800\ufff9-\ufffb]/u
// Joiners and variation selectors, which emoji and some scripts need.
const joining = /\u200c|\u200d|\ufe0e|\ufe0f/g
const joinsLatin = /[\p{Script=Latin}\p{N}](?:\u200c|\u200d)|(?:\u200c|\u200d)[\p{Script=Latin}\p{N}]/u

/** More combining marks on one letter than any script uses; they can cover the lines around it. */
const stacked = /\p{M}{6,}/u

/** Product names shorter than this are parts of other words, so they must match a whole word. */
const distinctLength = 6

/** Names that a visitor would take for a page of the site, besides the words of its routes. */
const siteWords =
  'add-book admin admin-dashboard administrator api create-podcast feed feeds home index llms.txt markdown podcasts ' +
  'robots.txt send-newsletters sitemap sitemap.xml sitemaps user'

/** Characters that look like Latin letters (a subset of Unicode's confusables, UTS 39). */
const lookAlikes: Record<string, string> = {
  ...{ а: 'a', в: 'b', ь: 'b', с: 'c', ԁ: 'd', е: 'e', һ: 'h', н: 'h', і: 'l', ј: 'j', к: 'k', ӏ: 'l', м: 'm', п: 'n' },
  ...{ о: 'o', р: 'p', ԛ: 'q', г: 'r', ѕ: 's', т: 't', у: 'y', ү: 'y', ԝ: 'w', ш: 'w', х: 'x' },
  ...{ α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'l', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'y', χ: 'x', γ: 'y', ω: 'w' },
  ...{ ı: 'l', ɩ: 'l', ɡ: 'g', ʏ: 'y', ʙ: 'b', ᴡ: 'w', ѡ: 'w', ɑ: 'a', ꜱ: 's', ᴇ: 'e', ᴛ: 't', ɪ: 'l', ø: 'o', ß: 'b' },
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a', $: 's', '|': 'l', '€': 'e' },
  i: 'l',
}

const routeWords = new Set(
  [
    ...Object.values(paths).flatMap((path) => wordsOf(typeof path === 'string' ? path : path(''))),
    ...siteWords.split(' '),
  ].map(skeletonOf),
)

/**
 * Refuses unreadable names, and those that imitate the product's name, unless the caller is an administrator.
 * @throws Problem `bad_request` naming the field.
 */
export function refusePersonName(ctx: Namer, name: string): void {
  const fault = faultOfPersonName(ctx, name)
  if (fault) throw invalidField('name', fault)
}

/** Returns the reason why a person can't have this name, or undefined. */
export function faultOfPersonName(ctx: Namer, name: string): string | undefined {
  if (invisible.test(name.replace(joining, '')) || joinsLatin.test(name))
    return 'Please leave invisible characters out of the name.'
  if (stacked.test(name)) return 'Please use fewer accents in the name.'
  if (/<[a-z/!?]/i.test(name)) return 'Please leave HTML out of the name.'
  if (!/[\p{L}\p{N}]/u.test(name)) return 'A name has at least one letter or digit.'
  if (ctx.actor?.role === 'admin' || !isOfProduct(name, ctx.productName)) return undefined
  return `This name could be taken for ${ctx.productName} itself. Please choose another one.`
}

/** The same for a publication, which has at least one letter, and not the name of a page or a category either. */
export function refusePublicationName(ctx: Namer, name: string): void {
  refusePersonName(ctx, name)
  if (!/\p{L}/u.test(name)) throw invalidField('name', 'The name of a publication has at least one letter.')
  const skeleton = skeletonOf(name)
  if (routeWords.has(skeleton)) {
    throw invalidField('name', 'This is the name of a page of the site. Please choose another one.')
  }
  if (categoryNames(ctx.categories).has(skeleton)) {
    throw invalidField('name', 'This is the name of a category. Please choose another one.')
  }
}

/** The slugs of all categories, their headings and their tags. */
function categoryNames(known: readonly Category[]): Set<string> {
  const categories = [allCategories, ...slugsOf(known)]
  const names = categories.flatMap((category) => [
    category,
    categoryName(category, known),
    siteCategoryTag(category, known) ?? categoryTag(category),
  ])
  return new Set(names.map(skeletonOf))
}

function isOfProduct(name: string, productName: string): boolean {
  const product = skeletonOf(productName)
  if (product === '') return false
  if (product.length >= distinctLength) return skeletonOf(name).includes(product)
  const words = name.replace(/['’]s\b/g, '').split(/[^\p{L}\p{N}\p{M}]+/u)
  return words.some((word) => skeletonOf(word) === product) || skeletonOf(name) === product
}

function wordsOf(path: string): string[] {
  return path.split(/[/?]/).filter((word) => word !== '' && !word.includes('='))
}

/** Normalises a name so that names that look alike are equal (a skeleton, UTS 39). */
function skeletonOf(name: string): string {
  const letters = [...name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')]
  return letters
    .map((letter) => lookAlikes[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('vv', 'w')
    .replaceAll('rn', 'm')
}
