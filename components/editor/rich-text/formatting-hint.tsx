/** Explains to mouse and keyboard users how to reach the tools; on touch screens they are visible. */
export function FormattingHint() {
  return (
    <p className="mt-4 text-small text-faint pointer-coarse:hidden">
      Select text, or press Alt + F10, to format it. Type / on an empty line to add a picture, a quote and more.
    </p>
  )
}
