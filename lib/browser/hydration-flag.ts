/**
 * Says that the page hears its reader, to be called in an effect of what React takes over first. What was pressed
 * and typed before is handed to it then (decision 031).
 */
export function markHydrated(): void {
  document.body.dataset.awake = ''
}
