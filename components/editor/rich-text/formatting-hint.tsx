/** Explains to mouse and keyboard users how to reach the tools and to publish; on touch screens buttons are in view. */
export function FormattingHint() {
  return (
    <p className="mt-4 text-small text-faint pointer-coarse:hidden">
      Select text, or press Alt + F10, to format it. Type / on an empty line to add a picture, a quote and more. Ctrl +
      Enter opens the sheet for publishing; press it again to publish.
    </p>
  )
}
