'use client'

import type { ReactNode } from 'react'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { TitledSection } from '#components/ui/titled-section.tsx'
import type { SettingsOnDesk } from '#contract/site.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { CategoriesForm } from './categories-form.tsx'
import { ContactForm } from './contact-form.tsx'
import { LookForm } from './look-form.tsx'
import { PeopleForm } from './people-form.tsx'

/** The settings of the site, in forms that are saved each for itself. */
export function SettingsDesk() {
  const { data: desk, error, mutate } = useCall('GET /dashboard/settings')
  if (error) return <FormNotice kind="failure">{error.message}</FormNotice>
  if (!desk) return <p role="status">Loading…</p>
  const given = { desk, onSaved: (saved: SettingsOnDesk) => void mutate(saved, { revalidate: false }) }
  return (
    <div className="flex flex-col gap-12">
      <Section id="look" title="Name and look" text="In the bar, in tabs, in emails, and where others show this site.">
        <LookForm {...given} />
      </Section>
      <Section id="contact" title="Contact" text="For readers who have a question, and for search engines.">
        <ContactForm {...given} />
      </Section>
      <Section id="people" title="Who may do what" text="Those who have an account or a published story keep it.">
        <PeopleForm {...given} />
      </Section>
      <Section
        id="categories"
        title="Categories"
        text="Beside the five that every site has. Their order is that of the lists of topics."
      >
        <CategoriesForm {...given} />
      </Section>
      <p className="text-small text-faint">
        {desk.changed_at
          ? `Last changed ${formatDateTime(desk.changed_at)}${desk.changed_by ? ` by ${desk.changed_by}` : ''}.`
          : 'Nothing has been changed yet.'}{' '}
        Every change is in the audit.
      </p>
    </div>
  )
}

/** On wide screens its words stand beside the form. */
function Section({ id, title, text, children }: { id: string; title: string; text: string; children: ReactNode }) {
  return (
    <TitledSection
      id={id}
      title={title}
      className="grid gap-x-12 gap-y-2 lg:grid-cols-[18rem_minmax(0,26.25rem)] lg:grid-rows-[auto_1fr]"
    >
      <p className="text-pretty text-soft">{text}</p>
      <div className="max-w-form max-lg:mt-2 lg:col-start-2 lg:row-span-2 lg:row-start-1">{children}</div>
    </TitledSection>
  )
}
