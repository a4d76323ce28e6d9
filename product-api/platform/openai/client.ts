import type OpenAI from 'openai'
import type { APIError, ClientOptions } from 'openai'

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
