'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CheckField } from '#components/ui/check-field.tsx'
import { countOf } from '#components/ui/count-of.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { lineLink } from '#components/ui/link-style.ts'
import type { Option } from '#components/ui/select.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { type Frequency, frequencies, frequencyTable } from '#contract/frequencies.ts'
import type { ImportReport } from '#contract/subscriber-files.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { type ImportSettings, importSubscribers, type ReadSoFar } from '#lib/browser/send-file.ts'
import { ImportReportView } from './import-report-view.tsx'

type Props = {
  lists: Option[]
  /** The frequency that is chosen at first. */
  usual: Frequency
}

/** A file is checked first, and imported on purpose after that. */
export function ImportForm({ lists, usual }: Props) {
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
    <TitledSection ref={keepFocus} id="import" title="Import" className="flex flex-col gap-5">
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
          <ImportSettingsFields lists={lists} usual={usual} />
        </fieldset>
        {failure && <FormNotice kind="failure">{failure}</FormNotice>}
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
            <Button look="primary" onClick={confirm} className="w-full md:w-auto">
              Import {countOf(report.imported, 'address', 'addresses')}
            </Button>
          )}
        </ImportReportView>
      )}
    </TitledSection>
  )
}

type ImportProgressProps = UnderWay & { onCancel: () => void }

/** First the upload, then how far the server has read the file. */
function ImportProgress({ isDry, sent, read, onCancel }: ImportProgressProps) {
  const isSent = sent >= 1
  const share = isSent ? read?.share : sent
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ui text-soft tabular-nums">{sentenceOf({ isDry, sent, read })}</p>
      {/* Without a value, the bar only shows that work is going on. */}
      <progress max={1} value={share} aria-label="Import" className="h-2 w-full" />
      <p role="status" className="sr-only">
        {isSent ? 'The file has been uploaded and is being read.' : 'The file is being uploaded.'}
      </p>
      {(isDry || !isSent) && (
        <button type="button" onClick={onCancel} className={`${lineLink} self-start`}>
          Cancel
        </button>
      )}
    </div>
  )
}

function sentenceOf({ isDry, sent, read }: UnderWay): string {
  if (sent < 1) return `Uploading: ${percent(sent)}`
  if (!read?.rows) return 'Reading the file…'
  const lines = `${read.rows.toLocaleString('en-GB')} lines read (${percent(read.share)})`
  return isDry ? `Checking: ${lines}` : `Importing: ${lines}. You can leave this page; the import goes on.`
}

function percent(share: number): string {
  return `${Math.floor(share * 100)}%`
}

/** The list and frequency for a file's addresses, and whether the administrator vouches for them. */
function ImportSettingsFields({ lists, usual }: Props) {
  const id = useId()
  return (
    <>
      <SelectField name="category" label="List" options={lists} />
      <fieldset>
        <legend className="text-ui font-semibold">How often</legend>
        <div className="flex flex-wrap gap-x-6">
          {frequencies.map((value) => (
            <CheckField key={value} type="radio" name="frequency" value={value} defaultChecked={value === usual}>
              {frequencyTable[value].label}
            </CheckField>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-col gap-1.5">
        <CheckField type="checkbox" name="vouched" aria-describedby={id}>
          I confirm that these people asked for it
        </CheckField>
        <p id={id} className="text-pretty text-small text-faint">
          People with a confirmation date in the file then get the newsletter. Without your confirmation, or without
          such a date, they get nothing and are deleted after a month.
        </p>
      </div>
    </>
  )
}

type Chosen = Omit<ImportSettings, 'dryRun'>
/** `sent`: which share of the file is sent, from 0 to 1. `read`: how far the server is, once it reads. */
type UnderWay = { isDry: boolean; sent: number; read?: ReadSoFar | undefined }

/** The import of one file: first a check, then the real import. Another file or setting starts again. */
function useImport() {
  const [file, setFile] = useState<File>()
  const [chosen, setChosen] = useState<Chosen>()
  const [underWay, setUnderWay] = useState<UnderWay>()
  const [report, setReport] = useState<ImportReport>()
  const [failure, setFailure] = useState<string>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  function forget(): void {
    controller.current?.abort()
    setReport(undefined)
    setFailure(undefined)
  }

  async function bring(settings: Chosen, isDry: boolean): Promise<void> {
    if (underWay) return
    forget()
    if (!file) return setFailure('Please choose a CSV file.')
    setChosen(settings)
    const own = new AbortController()
    controller.current = own
    setUnderWay({ isDry, sent: 0 })
    try {
      const onProgress = (sent: number) => setUnderWay({ isDry, sent })
      const onRead = (read: ReadSoFar) => setUnderWay({ isDry, sent: 1, read })
      const { signal } = own
      const found = await importSubscribers(file, { ...settings, dryRun: isDry }, { onProgress, onRead, signal })
      if (!own.signal.aborted) setReport(found)
    } catch (fault) {
      if (own.signal.aborted) return
      if (!(fault instanceof CallFailure)) throw fault
      setFailure(fault.message)
    } finally {
      setUnderWay(undefined)
    }
  }

  return {
    ...{ file, underWay, report, failure },
    chooseFile: (next: File | undefined) => {
      forget()
      setFile(next)
    },
    /** Something was chosen otherwise: what was checked is no longer what would be imported. */
    change: () => report && forget(),
    check: (settings: Chosen) => bring(settings, true),
    /** With the settings that were checked. */
    confirm: () => chosen && bring(chosen, false),
    cancel: () => controller.current?.abort(),
  }
}
