// The face of this room: what other rooms do to stories.
export { addContent, createContent, type StoryInput } from './create-content.ts'
export { deleteContent } from './delete-content.ts'
export { publishContent, updateContent } from './edit-content.ts'
export { findStoryOfBook } from './find-story-of-book.ts'
export { isWritten, type Written } from './open-story.ts'
export { unpublishContent } from './unpublish-content.ts'
