/** Numbers in [0, 1) that are the same for the same seed everywhere: sfc32 (Chris Doty-Humphrey, PractRand). */
export function seededRandom(seed: string): () => number {
  let [a, b, c] = hash(seed)
  let d = 1
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 12; round++) next()
  return next
}

/** An order of 0 … count − 1 (Fisher–Yates). */
export function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other] as number, order[last] as number]
  }
  return order
}

/** FNV-1a, three times with different beginnings. */
function hash(text: string): [number, number, number] {
  const begin = (basis: number) => {
    let value = basis
    for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16_777_619)
    return value
  }
  return [begin(-2_128_831_035), begin(-1_640_531_535), begin(668_265_263)]
}
