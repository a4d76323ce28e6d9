import type { SendFigures, SendPreview, SendReport } from '#contract/sends.ts'

const nobody: SendFigures = {
  recipients: 0,
  queued: 0,
  sending: 0,
  sent: 0,
  uncertain: 0,
  bounced: 0,
  failed: 0,
  left_out: 0,
  cancelled: 0,
}

export function aSend(but: Partial<SendReport> = {}, figures: Partial<SendFigures> = {}): SendReport {
  return {
    id: 'send-1',
    kind: 'campaign',
    env: 'prod',
    category: 'fiction',
    frequency: 'weekly',
    period: '2026-W48',
    about: 'Fiction, weekly',
    state: 'sending',
    paused_by: null,
    pause_answer: null,
    resume_at: null,
    waits_for: null,
    created_at: '2026-11-23T08:00:00.000Z',
    created_by: 'Ada Admin',
    ended_at: null,
    figures: { ...nobody, ...figures },
    reasons: [],
    edition: 'edition-1',
    ...but,
  }
}

export function aPreview(but: Partial<SendPreview> = {}): SendPreview {
  return {
    recipients: 1_200,
    paused: 3,
    receiving: null,
    period: '2026-W48',
    sent_already: false,
    stories: 2,
    subject: 'Fiction, this week: A Lift at Night',
    html: '<!doctype html><html><body><p>A lift keeps count.</p></body></html>',
    text: 'A lift keeps count.',
    bytes: 11_000,
    findings: [
      { level: 'good', what: 'It has a text part.' },
      { level: 'bad', what: 'The domain has no DKIM.' },
    ],
    ...but,
  }
}
