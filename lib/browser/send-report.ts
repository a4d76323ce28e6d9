/** Reports what a reader did on the page of a story; the web counts it (`lib/web-server/read-reports.ts`). */
export function sendReport(what: 'began' | 'finished' | 'heard', body?: string): void {
  navigator.sendBeacon(`/reads/${what}${location.pathname}`, body)
}
