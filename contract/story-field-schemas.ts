import { z } from 'zod'
import { ImageAddress } from './person.ts'
import {
  type FieldDescription,
  type FieldKind,
  type KindOf,
  type StoryField,
  storyFieldNames,
  storyFields,
  type Wire,
} from './story-fields.ts'

// The schemas of a story's fields, made from the table of them (`story-fields.ts`), which pages load without zod.

const Nullable = z.string().nullable().default(null)

/** How answers have the fields of each kind; `picture`: as it is stored, whatever it is. */
export const fieldAnswers = {
  title: z.string(),
  line: z.string().default(''),
  optionalLine: Nullable,
  html: z.string().describe('sanitised HTML'),
  category: z.string(),
  picture: Nullable,
  webAddress: Nullable,
}

/** A schema for each of these fields, by its kind. */
export function fieldsOf<F extends StoryField, Schemas extends Record<FieldKind, z.ZodType>>(
  fields: readonly F[],
  schemas: Schemas,
): { [Name in F as Wire<Name>]: Schemas[KindOf<Name>] } {
  const entries = fields.map((field) => {
    const { wire, kind, meaning }: FieldDescription = storyFields[field]
    return [wire, meaning ? schemas[kind].describe(meaning) : schemas[kind]]
  })
  return Object.fromEntries(entries)
}

type Limited = { subject: string; most: number }
export const atMost = ({ subject, most }: Limited) => z.string().max(most, `${subject} has at most ${most} characters.`)

const longText = 'A story has at most 1 MB of HTML.'
const webAddressFault = 'Please enter an address that starts with https:// or http://.'

/** The input schema for each kind of field. */
const inputs = {
  title: (field: Limited) => atMost(field).optional(),
  line: (field: Limited) => atMost(field).optional(),
  optionalLine: (field: Limited) => atMost(field).nullish(),
  html: ({ most }: Limited) =>
    z
      .string()
      .max(most, longText)
      .refine((html) => new TextEncoder().encode(html).length <= most, longText)
      .optional()
      .describe('any HTML; it is sanitised'),
  category: (field: Limited) => atMost(field).optional().describe('the product’s own by default'),
  picture: () => ImageAddress.nullish(),
  webAddress: (field: Limited) =>
    atMost(field)
      .trim()
      .refine((url) => url === '' || (/^https?:\/\/\S+$/i.test(url) && URL.canParse(url)), { error: webAddressFault })
      .transform((url) => url || null)
      .nullish(),
} satisfies Record<FieldKind, (field: Limited) => z.ZodType>

type Inputs = { [F in StoryField as Wire<F>]: ReturnType<(typeof inputs)[KindOf<F>]> }

/** The input schemas of all fields. */
export function inputOfFields(): Inputs {
  const entries = storyFieldNames.map((field) => {
    const { wire, kind, meaning, ...limited }: FieldDescription = storyFields[field]
    const schema = inputs[kind](limited)
    return [wire, meaning ? schema.describe(meaning) : schema]
  })
  return Object.fromEntries(entries)
}
