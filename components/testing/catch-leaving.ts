/** jsdom opens no other page: keeps the addresses that `location.assign` was given. */
export function catchLeaving(): string[] {
  const left: string[] = []
  // `assign` itself can't be replaced; its implementation can.
  const implementation = Object.getOwnPropertySymbols(location).find(({ description }) => description === 'impl')
  if (!implementation) throw new Error('jsdom keeps its Location elsewhere now')
  Reflect.get(location, implementation).assign = (address: string) => left.push(address)
  return left
}
