import ReactQuill from 'react-quill'

/** React Quill without its copy of the text: by default it serialises the whole document at every key. */
export class QuietReactQuill extends ReactQuill {
  constructor(props: ReactQuill.ReactQuillProps) {
    super(props)
    this.onEditorChange = (name, rangeOrDelta, _, source) => {
      if (!this.unprivilegedEditor) return
      if (name === 'text-change') this.props.onChange?.('', rangeOrDelta as never, source, this.unprivilegedEditor)
      else this.onEditorChangeSelection(rangeOrDelta as never, source, this.unprivilegedEditor)
    }
  }
}
