/** The life table: shares that survive each step, with a band (Kaplan–Meier on a grid, Greenwood, log–log). */

/** Links at risk at a step of the schedule, and those that dropped there. */
export type StepCount = { step: number; at_risk: number; dropped: number }

export type SurvivalPoint = StepCount & { share: number; se: number; low: number; high: number }

/** Below this number of links there are counts and no curve. */
export const FEWEST = 20
const Z = 1.959964

/** Steps in their order; one that nobody was at risk in ends the curve. */
export function lifeTable(steps: readonly StepCount[]): SurvivalPoint[] {
  const points: SurvivalPoint[] = []
  let [share, sum] = [1, 0]
  for (const { step, at_risk, dropped } of steps.toSorted((a, b) => a.step - b.step)) {
    if (at_risk <= 0) break
    share *= 1 - dropped / at_risk
    sum += at_risk > dropped ? dropped / (at_risk * (at_risk - dropped)) : 0
    points.push({ step, at_risk, dropped, share, se: share * Math.sqrt(sum), ...band(share, sum, at_risk) })
  }
  return points
}

/**
 * The log–log band stays between 0 and 1. Where all or none are left it has no width, so the bound of the binomial
 * takes its place.
 */
function band(share: number, sum: number, at_risk: number): { low: number; high: number } {
  if (share >= 1) return { low: 0.05 ** (1 / at_risk), high: 1 }
  if (share <= 0) return { low: 0, high: 1 - 0.05 ** (1 / at_risk) }
  const width = Math.exp((Z * Math.sqrt(sum)) / Math.abs(Math.log(share)))
  return { low: share ** width, high: share ** (1 / width) }
}

type Strata = readonly (readonly { of: string; at_risk: number; dropped: number }[])[]

/**
 * The stratified log-rank test: each stratum holds the groups that were at risk together, of one client at one step.
 * Returns drops observed and expected by group, and the statistic with one degree of freedom of the named group
 * against the others.
 */
export function logRank(strata: Strata, name: string): { observed: number; expected: number; chi2: number } {
  let [observed, expected, variance] = [0, 0, 0]
  for (const groups of strata) {
    const n = groups.reduce((all, { at_risk }) => all + at_risk, 0)
    const d = groups.reduce((all, { dropped }) => all + dropped, 0)
    const own = groups.find(({ of }) => of === name)
    if (!own || n < 2 || n === own.at_risk) continue
    observed += own.dropped
    expected += (d * own.at_risk) / n
    variance += (d * (own.at_risk / n) * (1 - own.at_risk / n) * (n - d)) / (n - 1)
  }
  return { observed, expected, chi2: variance > 0 ? (observed - expected) ** 2 / variance : 0 }
}
