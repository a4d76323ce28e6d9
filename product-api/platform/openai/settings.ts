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
