/** The parts of the browser's XMLHttpRequest used here; jsdom's needs a network. */
export class UploadRequest {
  static last: UploadRequest
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  status = 0
  responseText = ''
  timeout = 0
  sent: unknown
  opened: string[] = []
  headers: Record<string, string> = {}
  retryAfter: string | null = null
  onload?: () => void
  onprogress?: () => void
  onerror?: () => void
  ontimeout?: () => void
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
  answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.onload?.()
    this.onloadend?.()
  }
  /** A part of an answer that comes while it is made. */
  say(text: string) {
    this.status = 200
    this.responseText += text
    this.onprogress?.()
  }
  end() {
    this.onload?.()
    this.onloadend?.()
  }
}

/** From here on a picture is uploaded by requests that a test answers. */
export function uploadsOfOwn(): void {
  globalThis.XMLHttpRequest = UploadRequest as never
}
