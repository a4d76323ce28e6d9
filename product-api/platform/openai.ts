import type OpenAI from 'openai'
import type { APIError, ClientOptions } from 'openai'

/** An endpoint that speaks as OpenAI's does. */
export type OpenAiSettings = {
  /** Without a slash at the end, e.g. `https://api.openai.com/v1`. */
  baseUrl: string
  /** Many that run on one's own machine want none. */
  apiKey: string | undefined
  /** What writes texts; speech has a model of its own. */
  model: string | undefined
}

/** Undefined if no address is set: a key alone does not say whom it is for. */
export function openAiSettings(env: {
  OPENAI_BASE_URL?: string | undefined
  OPENAI_API_KEY?: string | undefined
  OPENAI_MODEL?: string | undefined
}): OpenAiSettings | undefined {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey, OPENAI_MODEL: model } = env
  return baseUrl ? { baseUrl, apiKey, model } : undefined
}

type Library = typeof import('openai')

let loaded: Library | undefined

/**
 * A client of an endpoint that speaks as OpenAI's does. The library is loaded with the first one: it takes a tenth of a
 * second, and most starts never ask.
 */
export async function openAiClient(
  { baseUrl: baseURL, apiKey }: { baseUrl: string; apiKey: string | undefined },
  options: ClientOptions,
): Promise<OpenAI> {
  loaded ??= await import('openai')
  return new loaded.OpenAI({
    baseURL,
    apiKey: apiKey ?? 'none',
    // What the environment says for other programs is not meant for this one.
    ...{ adminAPIKey: null, organization: null, project: null, webhookSecret: null },
    ...(apiKey === undefined && { defaultHeaders: { authorization: null } }),
    logLevel: 'off',
    ...options,
  })
}

/** Whether the library failed, or what it asked: before anything was asked nothing can have. */
export function isApiError(fault: unknown): fault is APIError {
  return loaded !== undefined && fault instanceof loaded.APIError
}
