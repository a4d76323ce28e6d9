import { useEffect, useRef, useState } from 'react'
import type { ImportReport } from '#contract/subscriber-files.ts'
import { bringSubscribers, type ImportSettings } from '#lib/browser/bring-subscribers.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'

type Chosen = Omit<ImportSettings, 'dryRun'>
/** `share`: how much of the file is sent; with 1 the server reads it. */
type UnderWay = { isDry: boolean; share: number }

/** The import of one file: first what it would do, then the same for good. Another file or setting begins anew. */
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
    setUnderWay({ isDry, share: 0 })
    try {
      const onProgress = (share: number) => setUnderWay({ isDry, share })
      const found = await bringSubscribers(file, { ...settings, dryRun: isDry }, { onProgress, signal: own.signal })
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
