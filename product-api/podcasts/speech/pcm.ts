/** Sound of one channel, each sample between -1 and 1. */
export type Pcm = {
  /** Samples a second. */
  rate: number
  samples: Float32Array
}
