const lookAheadMs = 5
const releaseMs = 60

/**
 * Keeps every sample within `most`: the gain goes down before a peak comes and returns slowly after it, so that nothing
 * clicks. What stays within is left as it is.
 */
export function limitPeaks(samples: Float32Array, { rate, most }: { rate: number; most: number }): Float32Array {
  const ahead = Math.max(1, Math.round((lookAheadMs / 1_000) * rate))
  const release = 1 - Math.exp(-1 / ((releaseMs / 1_000) * rate))
  const limited = new Float32Array(samples.length)
  let gain = 1
  let step = 0
  // The lowest gain that anything within the look-ahead needs, and how long it counts.
  let wanted = 1
  let wantedUntil = -1
  for (let at = 0; at < samples.length; at++) {
    const coming = needed(samples[at + ahead], most)
    if (coming < wanted) {
      wanted = coming
      wantedUntil = at + ahead
      step = (gain - wanted) / ahead
    } else if (at > wantedUntil) {
      wanted = lowestAhead(samples, at, ahead, most)
      wantedUntil = at + ahead
    }
    gain = gain > wanted ? Math.max(wanted, gain - step) : gain + (wanted - gain) * release
    const sample = (samples[at] ?? 0) * gain
    limited[at] = Math.max(-most, Math.min(most, sample))
  }
  return limited
}

function needed(sample: number | undefined, most: number): number {
  const height = Math.abs(sample ?? 0)
  return height > most ? most / height : 1
}

function lowestAhead(samples: Float32Array, from: number, ahead: number, most: number): number {
  let lowest = 1
  for (let at = from; at <= from + ahead; at++) lowest = Math.min(lowest, needed(samples[at], most))
  return lowest
}
