import type { Db } from '#platform/db/client.ts'
import type { OpenStory } from '../load-story.ts'
import { keepRevision } from '../revisions/service.ts'
import { type EditedText, isSameText } from './editable-fields.ts'

/** Keeps the text that another one takes the place of, unless it is among the revisions already. */
export async function keepReplaced(tx: Db, open: OpenStory, after?: EditedText): Promise<void> {
  const { story, workingCopy, text, version, writtenAt } = open
  if (after && isSameText(text, after)) return
  const isPublic = !story.isDraft && !workingCopy
  await keepRevision(tx, {
    ...{ contentId: story.id, version, text, at: writtenAt },
    kind: isPublic ? 'publish' : 'save',
    authorId: workingCopy?.updatedBy ?? story.authorId,
  })
}
