import type OpenAI from 'openai'
import type { APIError, ClientOptions } from 'openai'

/** An endpoint compatible with OpenAI's API. */
export type OpenAiSettings = {
  /** Without a trailing slash, e.g. `https://api.openai.com/v1`. */
  baseUrl: string
  /** Many local servers need none. */
  apiKey: string | undefined
  /** The model for text; speech has its own. */
  model: string | undefined
}

/** Undefined without an address: a key alone does not say which service it is for. */
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
 * A client for an OpenAI-compatible endpoint. The library is loaded on first use: that takes a tenth of a second, and
 * most processes never need it.
 */
export async function openAiClient(
  { baseUrl: baseURL, apiKey }: { baseUrl: string; apiKey: string | undefined },
  options: ClientOptions,
): Promise<OpenAI> {
  loaded ??= await import('openai')
  return new loaded.OpenAI({
    baseURL,
    apiKey: apiKey ?? 'none',
    // Ignore the environment variables that the library would read by itself.
    ...{ adminAPIKey: null, organization: null, project: null, webhookSecret: null },
    ...(apiKey === undefined && { defaultHeaders: { authorization: null } }),
    logLevel: 'off',
    ...options,
  })
}

/** Whether an error comes from the library; if it was never loaded, it can't. */
export function isApiError(fault: unknown): fault is APIError {
  return loaded !== undefined && fault instanceof loaded.APIError
}
