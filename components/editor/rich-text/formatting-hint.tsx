/** Explains to mouse and keyboard users how to open the formatting toolbar; on touch screens it is visible. */
export function FormattingHint() {
  return (
    <p className="mt-4 text-small text-faint pointer-coarse:hidden">Select text, or press Alt + F10, to format it.</p>
  )
}
