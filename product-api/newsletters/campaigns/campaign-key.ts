/** What a campaign goes out under, and so no second time: its list, and the day or the week that it is for. */
export function campaignKey(of: { env: 'test' | 'prod'; category: string; frequency: string; period: string }): string {
  return `campaign:${of.env}:${of.category}:${of.frequency}:${of.period}`
}
