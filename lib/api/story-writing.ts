import { storyWriting, type WorkingCopy } from '#contract/story-writing.ts'
import { type CallAs, call } from './client.ts'

/** The text of a story as its writer edits it. @throws ApiFailure with status 404 or 403 for another person's. */
export async function getWorkingCopy(slugOrId: string, as: CallAs): Promise<WorkingCopy> {
  return (await call(storyWriting.workingCopy, { params: { id: slugOrId } }, as)).body
}
