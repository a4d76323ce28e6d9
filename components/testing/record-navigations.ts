/** Records the addresses given to `location.assign`, because jsdom opens no other page. */
export function recordNavigations(): string[] {
  const left: string[] = []
  // `assign` itself can't be replaced; its implementation can.
  const implementation = Object.getOwnPropertySymbols(location).find(({ description }) => description === 'impl')
  if (!implementation) throw new Error('jsdom has changed its Location')
  Reflect.get(location, implementation).assign = (address: string) => left.push(address)
  return left
}
