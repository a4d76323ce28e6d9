import { z } from 'zod'
import type { Category } from './categories.ts'
import { defineEndpoints } from './endpoint.ts'
import { frequencies } from './frequencies.ts'
import { asOneLine } from './input.ts'
import { EmailAddress } from './person.ts'
import { siteLimits } from './site-limits.ts'
import { parseUploadAddress } from './uploaded-pictures.ts'

/** The people who may do something: everybody, those whom an administrator has let in, or administrators alone. */
const Admission = z.enum(['anyone', 'invited', 'administrators'])

const AddedCategory = z.object({ slug: z.string(), name: z.string(), sentence: z.string() })
/** A category that an administrator has added. */
export type AddedCategory = z.infer<typeof AddedCategory>

const colour = /^#[0-9a-f]{6}$/
const isOwnPicture = (url: string | null) => url === null || parseUploadAddress(url) !== undefined

/** The settings of the site that administrators change on its pages. */
export const SiteSettings = z.object({
  name: z.string(),
  tagline: z.string(),
  accent: z.string().regex(colour).nullable().describe('the colour of buttons and marks; null for the usual green'),
  logo: z.string().nullable().refine(isOwnPicture).describe('an uploaded picture that stands in place of the name'),
  icon: z.string().nullable().refine(isOwnPicture).describe('an uploaded picture for tabs and home screens'),
  contact_email: z.string(),
  social_links: z.array(z.url({ protocol: /^https?$/ })),
  default_frequency: z.enum(frequencies).describe('how often a subscription to a category comes, if nothing is chosen'),
  sign_up: Admission.describe('who may create an account; those who have one keep it'),
  publish: Admission.describe('who may publish a story'),
  categories: z.array(AddedCategory).describe('beside those that every site has, in order'),
})
export type SiteSettings = z.infer<typeof SiteSettings>
export type SettingName = keyof SiteSettings

const line = (most: number, name: string) =>
  z
    .string()
    .max(most * 10, `${name} has at most ${most} characters.`)
    .transform(asOneLine)
    .pipe(z.string().max(most, `${name} has at most ${most} characters.`))
const requiredName = (most: number) => line(most, 'A name').refine((name) => name !== '', 'Please enter a name.')

const Picture = z.string().max(200).nullable().refine(isOwnPicture, 'Please upload a picture here.')

const NewCategory = z.object({
  slug: z
    .string()
    .max(siteLimits.categorySlug, `An address has at most ${siteLimits.categorySlug} characters.`)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'An address has small letters, digits and hyphens, as in “short-reads”.'),
  name: requiredName(siteLimits.categoryName),
  sentence: line(siteLimits.sentence, 'A sentence').default(''),
})

const Link = z
  .url({
    protocol: /^https?$/,
    hostname: /./,
    error: ({ input }) => `“${String(input).slice(0, 60)}” must look like https://example.com/us.`,
  })
  .max(siteLimits.link, `A link has at most ${siteLimits.link} characters.`)

/** The settings as they are entered. */
const NewSettings = z.object({
  name: requiredName(siteLimits.name),
  tagline: line(siteLimits.tagline, 'A sentence').refine((words) => words !== '', 'Please enter a sentence.'),
  accent: z
    .string()
    .max(7, 'A colour must look like #1b6b45.')
    .toLowerCase()
    .regex(colour, 'A colour must look like #1b6b45.')
    .nullable(),
  logo: Picture,
  icon: Picture,
  contact_email: EmailAddress,
  social_links: z
    .array(Link)
    .max(siteLimits.links, `There are at most ${siteLimits.links} links.`)
    .refine((links) => new Set(links).size === links.length, 'One of these links is there twice.'),
  default_frequency: z.enum(frequencies),
  sign_up: Admission,
  publish: Admission,
  categories: z
    .array(NewCategory)
    .max(siteLimits.categories, `There are at most ${siteLimits.categories} categories beside the usual ones.`),
}) satisfies z.ZodType<SiteSettings>

/** The settings of a site whose administrators have changed none. */
export const usualSettings: SiteSettings = {
  name: 'Bytewise',
  tagline: 'Byte size knowledge that makes you smarter everyday.',
  accent: null,
  logo: null,
  icon: null,
  contact_email: 'hello@bytewise.example',
  social_links: [],
  default_frequency: 'weekly',
  sign_up: 'anyone',
  publish: 'anyone',
  categories: [],
}

const ListedCategory = z.object({
  slug: z.string(),
  name: z.string(),
  tag: z.string(),
  sentence: z.string(),
  kind: z.enum(['fixed', 'own', 'added']),
}) satisfies z.ZodType<Category>

/** The settings as pages and emails show them: `categories` are all that the site has. */
export const Site = SiteSettings.extend({ categories: z.array(ListedCategory) })
export type Site = z.infer<typeof Site>

/** The settings as administrators see them. */
export const SettingsOnDesk = z.object({
  version: z.int().describe('grows with every change'),
  changed_at: z.string().nullable().describe('null if nothing was ever changed'),
  changed_by: z.string().describe('the name of the administrator, if the account is still there'),
  settings: SiteSettings,
  environment: z
    .array(z.object({ setting: z.string(), variable: z.string() }))
    .describe('settings that a variable of the environment decides; they can’t be changed here'),
  used_categories: z
    .array(z.object({ slug: z.string(), stories: z.int(), subscribers: z.int() }))
    .describe('how many published stories (at most 1,000 are counted) and confirmed subscriptions each added one has'),
})
export type SettingsOnDesk = z.infer<typeof SettingsOnDesk>

export const site = defineEndpoints({
  show: {
    call: 'GET /site',
    summary: 'The name of the site, its categories, and what else its pages show of the settings',
    response: Site,
    sameForAll: true,
  },
  settings: {
    call: 'GET /dashboard/settings',
    summary: 'The settings of the site, and which of them the environment decides',
    response: SettingsOnDesk,
    auth: 'admin',
  },
  change: {
    call: 'PUT /dashboard/settings',
    summary: 'Changes the settings that are named; all pages and emails follow at once',
    body: NewSettings.partial().extend({ version: z.int().min(0) }),
    response: SettingsOnDesk,
    auth: 'admin',
    problems: ['conflict'],
  },
})
