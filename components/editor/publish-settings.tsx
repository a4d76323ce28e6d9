'use client'

import { Button } from '#components/ui/button.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { categoryName } from '#contract/categories.ts'
import { type MailedAs, SendNewsletter } from './send-newsletter.tsx'
import type { StoryEditorState } from './use-story-editor.ts'

type Props = { editor: StoryEditorState }

/** Hints about the text, whether the story is emailed, and the way to discard changes. */
export function PublishSettings({ editor }: Props) {
  const { story, person, isBusy, glance, hasChangesBeside, publishing } = editor
  return (
    <TitledSection id="publishing" title="Publishing" className="flex flex-col gap-5 border-t border-line pt-8">
      {glance.hints.length > 0 && (
        <ul aria-label="Worth a look" className="flex list-disc flex-col gap-1 ps-5 text-ui text-soft">
          {glance.hints.map((hint) => (
            <li key={hint} className="wrap-anywhere">
              {hint}
            </li>
          ))}
        </ul>
      )}
      <SendNewsletter
        sends={publishing.sends}
        onSends={publishing.setSends}
        wasPublic={Boolean(story?.published_at)}
        story={mailedAs(editor)}
        unproven={person.email_proven ? undefined : person}
      />
      {hasChangesBeside && (
        <p className="text-ui text-soft">
          Readers see the published version until you publish these changes.{' '}
          <Button look="link" isBusy={isBusy} onClick={editor.discard}>
            Discard the changes
          </Button>
        </p>
      )}
    </TitledSection>
  )
}

/** The fields of the story that decide who gets it by email. */
export function mailedAs({
  story,
  storyId,
  fields,
  person,
  publications,
  categories,
  foreignPublication,
}: StoryEditorState): MailedAs {
  return {
    storyId,
    category: fields.category,
    // It does not appear in another person's publication.
    publication: foreignPublication ? undefined : (fields.publication ?? undefined),
    names: {
      category: categoryName(fields.category, categories),
      publication: publications.find(({ slug }) => slug === fields.publication)?.name,
      isOwn: !story || story.author_uuid === person.uuid,
    },
  }
}
