import sharp from 'sharp'

/** A picture that no other test has. */
export async function aPicture(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  return sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#345', noise } })
    .jpeg()
    .toBuffer()
}
