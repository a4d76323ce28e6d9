/** Where the tools for formatting are, for those who write with a mouse or a keyboard: by touch they are in sight. */
export function FormattingHint() {
  return (
    <p className="mt-4 text-small text-faint pointer-coarse:hidden">Select text, or press Alt + F10, to format it.</p>
  )
}
