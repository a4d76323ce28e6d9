import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { anArticle } from '#components/testing/a-story.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { recordNavigations } from '#components/testing/record-navigations.ts'
import { PrivateNotice } from './private-notice.tsx'

describe('above a story that readers don’t see', () => {
  test('a draft says so, and can be edited and deleted', () => {
    render(<PrivateNotice story={anArticle({ isDraft: true })} />)
    expect(screen.getByText('Draft — This post is not published yet')).toBeVisible()
    expect(screen.queryByText(/Will be published/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/article/a-lift-at-night/edit')
    expect(screen.getByRole('button', { name: 'Delete' })).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(screen.queryByRole('button', { name: 'Unpublish' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Duplicate' })).toBeVisible()
  })

  test('a planned one says when, in the reader’s own time zone', () => {
    const iso = '2026-12-01T07:30:00.000Z'
    render(<PrivateNotice story={anArticle({ isDraft: true, publish_at: iso })} />)
    const here = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso))
    expect(screen.getByText(here)).toHaveAttribute('datetime', iso)
    expect(screen.getByText(/Will be published on/)).toBeVisible()
  })

  test('a deleted one can be brought back', async () => {
    const left = recordNavigations()
    const story = anArticle({ deleted_at: '2026-11-20T07:30:00.000Z' })
    answerByPath({ [`POST /api/contents/${story.id}/undelete`]: { body: { slug: 'a-lift-at-night' } } })
    render(<PrivateNotice story={story} />)
    expect(screen.getByText(/^Deleted on/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(left).toEqual(['/article/a-lift-at-night']))
  })

  test('says why it could not be brought back', async () => {
    const story = anArticle({ deleted_at: '2026-11-20T07:30:00.000Z' })
    answerByPath({ [`POST /api/contents/${story.id}/undelete`]: { status: 404, body: { message: 'It is gone.' } } })
    render(<PrivateNotice story={story} />)
    fireEvent.click(screen.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('It is gone.')
  })
})
