'use client'

import { useId, useRef, useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { FailureText } from '#components/ui/failure-text.tsx'
import { usePanelKeys } from '#components/ui/use-panel-keys.ts'
import { adminPaths, pinStoryPath } from '#contract/admin-paths.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { deleteStory } from './delete-story.ts'

type Props = {
  story: { id: string; slug: string; isDraft: boolean }
  /** An administrator may have it read aloud. */
  isAdmin: boolean
}

const look =
  'flex h-11 items-center rounded-full px-3 text-ui text-soft hover:text-ink aria-disabled:opacity-60 hover:underline underline-offset-2'

/** The actions for the author of a story and for administrators. */
export function OwnerTools({ story, isAdmin }: Props) {
  const { id, slug, isDraft } = story
  const action = useAction()
  const onStory = { params: { id } }

  const remove = () =>
    action.run('delete', async () => {
      if (await deleteStory(id)) location.assign(paths.home)
    })
  const unpublish = () =>
    action.run('unpublish', async () => {
      if (!confirm('Do you want to take this article back? It becomes a draft that only you can see.')) return
      const { body } = await callBff('POST /contents/:id/unpublish', { ...onStory, body: {} })
      location.assign(paths.article(body.slug))
    })
  const narrate = () =>
    action.run('narrate', async () => {
      await callBff('POST /contents/:id/narration', onStory)
      // There one sees how far it is.
      location.assign(adminPaths.podcasts)
    })
  const pin = () => location.assign(pinStoryPath(slug))
  const duplicate = () =>
    action.run('duplicate', async () => {
      const { body } = await callBff('POST /contents/:id/duplicate', onStory)
      location.assign(paths.editArticle(body.slug))
    })

  return (
    <div className="relative -mx-3 shrink-0">
      <div className="flex items-center">
        <a href={paths.editArticle(slug)} className={look}>
          Edit
        </a>
        <button type="button" onClick={remove} aria-disabled={action.busy !== undefined || undefined} className={look}>
          {action.busy === 'delete' ? 'Deleting…' : 'Delete'}
        </button>
        <OwnerMenu
          className={look}
          choices={[
            ...(isDraft ? [] : [{ name: 'Readers', href: paths.storyReaders(slug) }]),
            ...(isDraft ? [] : [{ name: 'Unpublish', act: unpublish }]),
            ...(isAdmin && !isDraft ? [{ name: 'Read aloud', act: narrate }] : []),
            ...(isAdmin && !isDraft ? [{ name: 'Pin to front page', act: pin }] : []),
            { name: 'Duplicate', act: duplicate },
          ]}
        />
      </div>
      {action.message && (
        <p
          role="alert"
          className="absolute end-0 top-full z-30 w-64 rounded-card border border-danger bg-raised p-3 text-ui text-danger shadow-menu"
        >
          {action.message}
        </p>
      )}
    </div>
  )
}

type Choice = { name: string; act: () => void } | { name: string; href: string }
type OwnerMenuProps = { choices: Choice[]; className: string }

const menuRow = 'flex min-h-11 w-full items-center rounded-small px-3 text-start text-ui hover:bg-paper'

/** The rarely used actions for a story. */
function OwnerMenu({ choices, className }: OwnerMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const panelId = useId()
  usePanelKeys(root, isOpen, () => setIsOpen(false))
  return (
    <div ref={root} className="relative">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
        className={className}
      >
        More
      </button>
      <ul
        id={panelId}
        hidden={!isOpen}
        className="absolute end-0 top-12 z-30 w-44 rounded-card border border-line bg-raised p-2 text-ink shadow-menu"
      >
        {choices.map((choice) => (
          <li key={choice.name}>
            {'href' in choice ? (
              <a href={choice.href} className={menuRow}>
                {choice.name}
              </a>
            ) : (
              <button
                type="button"
                onClick={() => {
                  setIsOpen(false)
                  choice.act()
                }}
                className={menuRow}
              >
                {choice.name}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** For an administrator who meets a deleted story. */
export function BringBackButton({ id }: { id: string }) {
  const action = useAction()
  const bringBack = () =>
    action.run('undelete', async () => {
      const { body } = await callBff('POST /contents/:id/undelete', { params: { id } })
      location.assign(paths.article(body.slug))
    })
  return (
    <div className="flex flex-col items-start gap-2 py-1">
      <Button look="primary" isBusy={action.busy !== undefined} onClick={bringBack}>
        Restore
      </Button>
      <FailureText>{action.message}</FailureText>
    </div>
  )
}
