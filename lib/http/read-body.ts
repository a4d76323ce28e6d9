const mostBytes = 4 * 1024 * 1024
/** Too large a body is read on for a while: a sender that is cut off in the middle does not learn why. */
const readOnMostBytes = 4 * 1024 * 1024

/** Why a body could not be read; `too_large` before it is read to its end. */
export class BodyFailure extends Error {
  readonly code: 'too_large' | 'bad_request'

  constructor(code: 'too_large' | 'bad_request', message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'BodyFailure'
    this.code = code
  }
}

/** @throws BodyFailure for a body that is not JSON or has more than 4 MB. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readJsonText(request)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new BodyFailure('bad_request', 'The body is not valid JSON', { cause })
  }
}

/**
 * The text of a body that says it is JSON; it is not parsed.
 * @throws BodyFailure for another type, and for more than 4 MB.
 */
export async function readJsonText(request: Request): Promise<string> {
  const type = request.headers.get('content-type') ?? ''
  // A form of another site can send text and forms without asking, but not JSON.
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new BodyFailure('bad_request', 'The body must be JSON: send content-type application/json')
  }
  return readText(request, mostBytes)
}

/** @throws BodyFailure for a body that is larger; far larger ones before they are read to their end. */
export async function readText(request: Request, mostBytes: number): Promise<string> {
  const tooLarge = () => new BodyFailure('too_large', `A body has at most ${mostBytes} bytes`)
  if (Number(request.headers.get('content-length')) > mostBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes <= mostBytes) chunks.push(chunk)
    else if (bytes > readOnMostBytes + mostBytes) throw tooLarge()
  }
  if (bytes > mostBytes) throw tooLarge()
  return new TextDecoder().decode(Buffer.concat(chunks))
}
