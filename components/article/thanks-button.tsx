import { type ComponentType, useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { FailureText } from '#components/ui/failure-text.tsx'
import { CallFailure } from '#lib/browser/call-failure.ts'
import type { ThanksDialogProps } from './thanks-dialog.tsx'

type Props = Pick<ThanksDialogProps, 'storyId' | 'writer'>

/** Opens the dialog for a line of thanks, which is loaded only then. A line that was not sent is still there next time. */
export function ThanksButton(props: Props) {
  const [Dialog, setDialog] = useState<ComponentType<ThanksDialogProps>>()
  const [isOpen, setIsOpen] = useState(false)
  const [line, setLine] = useState('')
  const action = useAction()

  const open = () =>
    action.run('open', async () => {
      const { ThanksDialog } = await import('./thanks-dialog.tsx').catch(() => {
        throw new CallFailure(0, 'This couldn’t be loaded. Please try again.')
      })
      setDialog(() => ThanksDialog)
      setIsOpen(true)
    })

  return (
    <div className="flex flex-col items-start gap-2">
      <Button isBusy={action.busy !== undefined} onClick={open}>
        Say thanks
      </Button>
      <FailureText>{action.message}</FailureText>
      {Dialog && isOpen && <Dialog {...props} line={line} onLine={setLine} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
