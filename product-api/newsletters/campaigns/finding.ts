/** What a check has found, in a sentence. */
export type Finding = { level: 'good' | 'hint' | 'bad'; what: string }

export const good = (what: string): Finding => ({ level: 'good', what })
export const hint = (what: string): Finding => ({ level: 'hint', what })
export const bad = (what: string): Finding => ({ level: 'bad', what })
