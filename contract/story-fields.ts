export type FieldDescription = {
  /** Its name in JSON; its columns are called the same. */
  wire: string
  kind: FieldKind
  /** The editor's name for it. */
  label: string
  /** The beginning of a sentence about it: “… has at most 80 characters.” */
  subject: string
  /** In UTF-16 code units; `content` in bytes of UTF-8. */
  most: number
  /** `cards` are in every list, and on the story's page as well; only those who may edit the story see `editor`. */
  shownOn: 'cards' | 'page' | 'editor'
  /** Whether the history shows it. A revision stores, and brings back, every field. */
  inHistory: boolean
  /** For the description of the API, where the name is not enough. */
  meaning?: string
}

/**
 * The text that the writer of a story edits, field by field. Everything that lists these fields is derived from here: the
 * columns of stories, working copies and revisions, the input and the answers of the calls, limits, cleaning, saving,
 * merging, duplicating and restoring. A new field needs a row, a migration of the three tables, a place in the editor and a
 * place where readers see it, unless it is `editor`. (A publication is not text: it is a row of its own, and revisions do not have it.)
 */
export const storyFields = {
  kicker: {
    wire: 'kicker',
    kind: 'optionalLine',
    label: 'Kicker',
    subject: 'A kicker',
    most: 80,
    shownOn: 'cards',
    inHistory: true,
    meaning: 'a short line above the title',
  },
  title: {
    wire: 'title',
    kind: 'title',
    label: 'Title',
    subject: 'A title',
    most: 200,
    shownOn: 'cards',
    inHistory: true,
  },
  subTitle: {
    wire: 'sub_title',
    kind: 'line',
    label: 'Subtitle',
    subject: 'A subtitle',
    most: 300,
    shownOn: 'cards',
    inHistory: true,
  },
  content: {
    wire: 'content',
    kind: 'html',
    label: 'Text',
    subject: 'A story',
    most: 1_000_000,
    shownOn: 'page',
    inHistory: true,
  },
  category: {
    wire: 'category',
    kind: 'category',
    label: 'Category',
    subject: 'A category',
    most: 100,
    shownOn: 'cards',
    inHistory: true,
  },
  storyImage: {
    wire: 'story_image',
    kind: 'picture',
    label: 'Story image',
    subject: 'An address',
    most: 2_048,
    shownOn: 'cards',
    inHistory: true,
  },
  imageAlt: {
    wire: 'image_alt',
    kind: 'optionalLine',
    label: 'What the picture shows',
    subject: 'The description of a picture',
    most: 500,
    shownOn: 'cards',
    inHistory: true,
  },
  summary: {
    wire: 'summary',
    kind: 'line',
    label: 'Summary',
    subject: 'A summary',
    most: 2_000,
    shownOn: 'cards',
    inHistory: false,
  },
  bookTitle: {
    wire: 'book_title',
    kind: 'optionalLine',
    label: 'Book',
    subject: 'The title of a book',
    most: 300,
    shownOn: 'cards',
    inHistory: false,
  },
  bookAuthor: {
    wire: 'book_author',
    kind: 'optionalLine',
    label: 'Book author',
    subject: 'A name',
    most: 100,
    shownOn: 'cards',
    inHistory: false,
  },
  canonicalUrl: {
    wire: 'canonical_url',
    kind: 'webAddress',
    label: 'Original address',
    subject: 'An address',
    most: 2_048,
    shownOn: 'page',
    inHistory: false,
    meaning: 'where the story was published first',
  },
  emailSubject: {
    wire: 'email_subject',
    kind: 'optionalLine',
    label: 'Subject of the email',
    subject: 'A subject',
    most: 120,
    shownOn: 'editor',
    inHistory: false,
    meaning: 'the subject of the email about the story; by default its title',
  },
  emailPreview: {
    wire: 'email_preview',
    kind: 'optionalLine',
    label: 'Preview line of the email',
    subject: 'A preview line',
    most: 200,
    shownOn: 'editor',
    inHistory: false,
    meaning: 'what an inbox shows beside the subject; by default the subtitle, else the excerpt',
  },
} as const satisfies Record<string, FieldDescription>

/** `line` is empty and `optionalLine` null if there is none; `title`, `html` and `category` are part of every answer. */
export type FieldKind = 'title' | 'line' | 'optionalLine' | 'html' | 'category' | 'picture' | 'webAddress'
type Nullable = 'optionalLine' | 'picture' | 'webAddress'

/** A field by its name in our code and rows. */
export type StoryField = keyof typeof storyFields
type FieldWith<Has> = { [F in StoryField]: (typeof storyFields)[F] extends Has ? F : never }[StoryField]
export type Wire<F extends StoryField> = (typeof storyFields)[F]['wire']
export type JsonName = Wire<StoryField>
export type KindOf<F extends StoryField> = (typeof storyFields)[F]['kind']
type ValueOf<F extends StoryField> = KindOf<F> extends Nullable ? string | null : string

/** The text as rows have it, and as JSON has it. */
export type StoryRowText<F extends StoryField = StoryField> = { [Name in F]: ValueOf<Name> }
export type StoryJsonText<F extends StoryField = StoryField> = { [Name in F as Wire<Name>]: ValueOf<Name> }

export const storyFieldNames = Object.keys(storyFields) as StoryField[]
export const cardFields = storyFieldNames.filter(isOnCards)
export const pageFields = storyFieldNames.filter(isOnPageOnly)
export const historyFields = storyFieldNames.filter(isInHistory)

function isOnCards(field: StoryField): field is FieldWith<{ shownOn: 'cards' }> {
  return storyFields[field].shownOn === 'cards'
}

function isOnPageOnly(field: StoryField): field is FieldWith<{ shownOn: 'page' }> {
  return storyFields[field].shownOn === 'page'
}

function isInHistory(field: StoryField): field is FieldWith<{ inHistory: true }> {
  return storyFields[field].inHistory
}

export function isNullable(field: StoryField): boolean {
  return (['optionalLine', 'picture', 'webAddress'] satisfies Nullable[] as FieldKind[]).includes(
    storyFields[field].kind,
  )
}

/** The text of a story that has none yet. */
export const emptyText = Object.fromEntries(
  storyFieldNames.map((field) => [storyFields[field].wire, isNullable(field) ? null : '']),
) as StoryJsonText

/** The editor's names of the fields, by their names in JSON. */
export const fieldLabels = Object.fromEntries(
  storyFieldNames.map((field) => [storyFields[field].wire, storyFields[field].label]),
) as Record<JsonName, string>

/** These properties alone, of a row, a table or anything else that has one for each field. */
export function pickFields<F extends PropertyKey, T extends Record<F, unknown>>(from: T, fields: readonly F[]) {
  return Object.fromEntries(fields.map((field) => [field, from[field]])) as Pick<T, F>
}

/** The JSON of these fields of a row. */
export function jsonOf<F extends StoryField>(row: StoryRowText<F>, fields: readonly F[]): StoryJsonText<F> {
  return Object.fromEntries(fields.map((field) => [storyFields[field].wire, row[field]])) as StoryJsonText<F>
}

/** The other way round: what JSON has for each field, undefined if nothing. */
export function rowOf<Json extends { [Name in JsonName]?: unknown }>(json: Json) {
  const entries = storyFieldNames.map((field) => [field, json[storyFields[field].wire]])
  return Object.fromEntries(entries) as { [F in StoryField]: Json[Wire<F>] }
}
