import { useEffect, useRef, useState } from 'react'
import type { ImportReport } from '#contract/subscriber-files.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { type ImportSettings, importSubscribers, type ReadSoFar } from '#lib/browser/import-subscribers.ts'

type Chosen = Omit<ImportSettings, 'dryRun'>
/** `sent`: which share of the file is sent, from 0 to 1. `read`: how far the server is, once it reads. */
export type UnderWay = { isDry: boolean; sent: number; read?: ReadSoFar | undefined }

/** The import of one file: first a check, then the real import. Another file or setting starts again. */
export function useImport() {
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
