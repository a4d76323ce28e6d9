/** Choices of the publish sheet that are not carried out yet. */
export type Choices = {
  /** Whether it is emailed. */
  sends?: boolean | undefined
  /** Written as the field for the time has it; undefined means now. */
  at?: string | undefined
}

const keyOf = (storyId: string) => `publishing:${storyId}`

/** The choices that this tab has kept, so that a reload does not lose them. */
export function readChoices(storyId: string): Choices {
  try {
    const { sends, at } = JSON.parse(sessionStorage.getItem(keyOf(storyId)) ?? '{}')
    return {
      sends: typeof sends === 'boolean' ? sends : undefined,
      at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : undefined,
    }
  } catch {
    return {}
  }
}

/** Undefined forgets them. */
export function keepChoices(storyId: string, choices: Choices | undefined): void {
  try {
    if (choices) sessionStorage.setItem(keyOf(storyId), JSON.stringify(choices))
    else sessionStorage.removeItem(keyOf(storyId))
  } catch {
    // Without storage they last as long as the page.
  }
}
