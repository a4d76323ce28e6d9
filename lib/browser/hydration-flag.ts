/**
 * Sets data-awake on the page once it is hydrated; called in an effect of the component that hydrates first. Earlier clicks
 * and input are replayed then (decision 031).
 */
export function markHydrated(): void {
  document.body.dataset.awake = ''
}
