/** Says briefly what is missing while scripts are switched off. */
export function ScriptsWanted({ children }: { children: string }) {
  return (
    <noscript>
      <p className="text-pretty text-small text-faint">{children}</p>
    </noscript>
  )
}
