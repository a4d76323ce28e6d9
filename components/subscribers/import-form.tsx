'use client'

import { type FormEvent, useId } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import type { Frequency } from '#contract/newsletters.ts'
import { ImportProgress } from './import-progress.tsx'
import { ImportReportView } from './import-report-view.tsx'
import { ImportSettingsFields } from './import-settings-fields.tsx'
import { useImport } from './use-import.ts'

type Props = { lists: { value: string; label: string }[] }

/** A file is checked first, and imported on purpose after that. */
export function ImportForm({ lists }: Props) {
  const { file, underWay, report, failure, chooseFile, change, check, confirm, cancel } = useImport()
  const id = useId()

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    void check({
      category: String(values.get('category')),
      frequency: values.get('frequency') as Frequency,
      vouched: values.get('vouched') === 'on',
    })
  }

  return (
    <section aria-labelledby="import" className="flex flex-col gap-5">
      <h2 id="import" className="font-serif text-lead font-semibold">
        Import
      </h2>
      <p className="max-w-sentence text-pretty text-soft">
        A CSV file as Mailchimp, Substack, Ghost, listmonk and this site export it, up to 200 MB. No emails are sent,
        nobody who has unsubscribed is subscribed again, and importing the same file twice changes nothing.
      </p>
      <form
        method="post"
        noValidate
        onSubmit={onSubmit}
        onChange={change}
        aria-busy={underWay !== undefined}
        className="flex w-full max-w-form flex-col gap-5"
      >
        <fieldset disabled={underWay !== undefined} className="flex flex-col gap-5">
          <div className="flex flex-col gap-1.5">
            <label htmlFor={id} className="text-ui font-semibold">
              CSV file
            </label>
            <input
              id={id}
              type="file"
              accept=".csv,text/csv"
              onChange={(event) => chooseFile(event.target.files?.[0])}
              className="w-full rounded-card border border-edge bg-raised p-2 text-ui text-ink file:me-3 file:h-8 file:rounded-full file:border file:border-edge file:bg-paper file:px-4 file:text-ui file:text-ink"
            />
          </div>
          <ImportSettingsFields lists={lists} />
        </fieldset>
        {failure && (
          <FormNotice kind="failure">
            <p>{failure}</p>
          </FormNotice>
        )}
        {underWay && <ImportProgress {...underWay} onCancel={cancel} />}
        {!underWay && (
          <SubmitButton isBusy={false} busy="" look={report ? 'secondary' : 'primary'}>
            {report ? 'Check again' : 'Check the file'}
          </SubmitButton>
        )}
        <noscript>
          <p className="text-small text-danger">This form needs scripts, which are switched off in your browser.</p>
        </noscript>
      </form>
      {report && file && (
        <ImportReportView report={report} name={file.name}>
          {report.dry_run && report.imported > 0 && (
            <button type="button" onClick={confirm} className={`${buttonStyle.primary} w-full md:w-auto`}>
              Import {report.imported.toLocaleString('en-GB')} {report.imported === 1 ? 'address' : 'addresses'}
            </button>
          )}
        </ImportReportView>
      )}
    </section>
  )
}
