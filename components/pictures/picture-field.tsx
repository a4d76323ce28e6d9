import { type ChangeEvent, type ComponentProps, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormContext } from '#components/ui/form-context.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { isImageAddress } from '#contract/image-address.ts'
import { ChooseFile, takesDrops, UploadState, usePictureUpload } from './picture-upload.tsx'

type Props = {
  name: string
  legend?: string
  /** The label of the field for an address; without one, a picture can only be uploaded. */
  label?: string
  help: string
  known: string | null | undefined
  error?: string | undefined
  /** Which of an upload's addresses is taken; by default the whole picture's. */
  take?: ((uploaded: string) => string) | undefined
  /** The picture as pages will show it. */
  show: (address: string) => ReactNode
}

/** A form's picture: a file that is uploaded, or its address. The form cannot be sent while that is under way. */
export function PictureField({ name, legend = 'Picture', label, help, known, error, take, show }: Props) {
  const [address, setAddress] = useState(known ?? '')
  const upload = usePictureUpload((uploaded) => setAddress(take ? take(uploaded) : uploaded))
  const input = useRef<HTMLInputElement>(null)
  const isUnderWay = upload.share !== undefined
  const isShown = isImageAddress(address)

  useEffect(() => {
    input.current?.setCustomValidity(isUnderWay ? 'Please wait for the upload to finish, or cancel it.' : '')
  }, [isUnderWay])

  const field = {
    ...{ ref: input, name, help, error, value: address },
    onChange: (event: ChangeEvent<HTMLInputElement>) => setAddress(event.target.value),
  }
  return (
    <fieldset ref={keepFocus} {...takesDrops(upload.begin)} className="flex min-w-0 flex-col gap-3">
      <legend className="text-ui font-semibold">{legend}</legend>
      <div className="flex flex-wrap items-center gap-3">
        {isShown && show(address)}
        <div className="flex flex-wrap items-center gap-x-3">
          <ChooseFile isThere={isShown} onFile={upload.begin} />
          {address && (
            <Button look="link" onClick={() => setAddress('')} className="h-11 px-2 text-ui text-soft hover:text-ink">
              Remove
            </Button>
          )}
        </div>
      </div>
      <UploadState upload={upload} />
      {label ? (
        <Field {...field} label={label} inputMode="url" autoComplete="off" spellCheck={false} />
      ) : (
        <Unseen {...field} />
      )}
    </fieldset>
  )
}

type UnseenProps = Pick<ComponentProps<'input'>, 'ref' | 'value' | 'onChange'> & {
  name: string
  help: string
  error: string | undefined
}

/** The address for the form alone. A hidden input could not say why the form is not sent. */
function Unseen({ help, error: given, ...input }: UnseenProps) {
  const { errors } = useContext(FormContext)
  const error = given ?? errors[input.name]
  return (
    <>
      <input {...input} data-field aria-hidden="true" tabIndex={-1} className="sr-only" />
      <p className="text-small text-faint">{help}</p>
      {error && (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
    </>
  )
}
