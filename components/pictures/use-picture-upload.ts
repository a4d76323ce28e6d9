import { useRef, useState } from 'react'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { uploadPicture } from '#lib/browser/upload-picture.ts'

export type PictureUpload = ReturnType<typeof usePictureUpload>

/** Uploads one picture at a time: another one replaces it. `onDone` gets the address of the uploaded picture. */
export function usePictureUpload(onDone: (address: string) => void) {
  const [share, setShare] = useState<number>()
  const [failed, setFailed] = useState<{ file: File; sentence: string }>()
  const underWay = useRef<AbortController>(undefined)

  async function begin(file: File): Promise<void> {
    underWay.current?.abort()
    const controller = new AbortController()
    underWay.current = controller
    setFailed(undefined)
    setShare(0)
    try {
      const { url } = await uploadPicture(file, { onProgress: setShare, signal: controller.signal })
      if (!controller.signal.aborted) onDone(url)
    } catch (fault) {
      if (controller.signal.aborted) return
      if (!(fault instanceof CallFailure)) throw fault
      setFailed({ file, sentence: fault.message })
    } finally {
      if (underWay.current === controller) setShare(undefined)
    }
  }

  return { share, failed, begin, cancel: () => underWay.current?.abort(), dismiss: () => setFailed(undefined) }
}
