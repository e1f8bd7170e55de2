/** How often an engine says no about a page that is there, and how many noes in a row it takes to believe it. */

/** Assumed until an engine has answered this often in 28 days. */
const ASSUMED = 0.05
export const ENOUGH = 200
export const NOISE_DAYS = 28
const Z = 1.959964

export type Noise = { looks: number; flips: number }

/** The upper end of Wilson's interval. */
export function falseNoRate({ looks, flips }: Noise): number {
  if (looks < ENOUGH) return ASSUMED
  const p = flips / looks
  const middle = p + Z ** 2 / (2 * looks)
  const half = Z * Math.sqrt((p * (1 - p)) / looks + Z ** 2 / (4 * looks ** 2))
  return (middle + half) / (1 + Z ** 2 / looks)
}

/** The fewest noes in a row that leave at most one false alarm a month among all watched links. */
export function noesNeeded(rate: number, watched: number, { k_min, k_max }: { k_min: number; k_max: number }): number {
  let k = k_min
  while (k < k_max && rate ** k * watched > 1) k++
  return k
}

/** Missing pages above this number mean that the engine fails, not the pages. */
export const mostMissing = (answered: number, rate: number): number => Math.max(2, Math.ceil((0.1 + rate) * answered))

/**
 * Whether `dropped` of `watched` are more than the 99.9 % quantile of the binomial with the usual rate of the host.
 * Exact for the few links of a host; a sum of logarithms, so that large ones do not underflow.
 */
export function isUnusual(dropped: number, watched: number, rate: number): boolean {
  if (dropped === 0 || watched === 0) return false
  let log = watched * Math.log1p(-rate)
  let below = Math.exp(log)
  for (let i = 1; i < dropped && below <= 0.999; i++) {
    log += Math.log((watched - i + 1) / i) + Math.log(rate / (1 - rate))
    below += Math.exp(log)
  }
  return below > 0.999
}
