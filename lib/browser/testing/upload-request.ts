/** Of the browser's own what is used here; jsdom's asks over a network and takes no `json`. */
export class UploadRequest {
  static last: UploadRequest
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  status = 0
  response: unknown = null
  responseType = ''
  timeout = 0
  sent: unknown
  opened: string[] = []
  headers: Record<string, string> = {}
  retryAfter: string | null = null
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  constructor() {
    UploadRequest.last = this
  }
  open(...given: string[]) {
    this.opened = given
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader() {
    return this.retryAfter
  }
  send(body: unknown) {
    this.sent = body
  }
  abort() {
    this.onabort?.()
  }
  answer(status: number, response: unknown) {
    Object.assign(this, { status, response })
    this.onload?.()
    this.onloadend?.()
  }
}

/** From here on a picture is uploaded by requests that a test answers. */
export function uploadsOfOwn(): void {
  globalThis.XMLHttpRequest = UploadRequest as never
}
