import { z } from 'zod'

const Nullable = z.string().nullable().default(null)

/** An email of a send as everyone may read it: its stories as they are public now. */
export const Edition = z.object({
  id: z.string(),
  subject: z.string(),
  about: z.string(),
  sent_at: z.string(),
  listed: z
    .boolean()
    .default(false)
    .describe('in the archive; a test, a personal digest or a smaller edition is found by its link alone'),
  content: Nullable.describe('the whole text of its story, sanitised HTML, if the email was about one'),
  stories: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      sub_title: z.string(),
      excerpt: z.string(),
      category: z.string(),
      category_tag: Nullable,
      author_name: z.string(),
      author_uuid: Nullable,
      story_image: Nullable,
      image_alt: Nullable,
      reading_minutes: z.int(),
    }),
  ),
})
export type Edition = z.infer<typeof Edition>
