import type { ForEach } from './engines.ts'
import { type OtherVerdicts, onTheWay } from './robots/others.ts'
import type { RobotsJudgement } from './robots/robots-cache.ts'
import { isBlocked } from './robots/verdict.ts'

/** How far each engine's crawler gets on the way to a page, through its redirects. */
export class Way {
  /** The verdicts on the latest address. */
  robots: RobotsJudgement
  /** The verdicts for other crawlers, of the whole way. */
  others: OtherVerdicts
  /** Wishes in the robots.txt of the first address. */
  readonly signal: string | null
  /** Redirects that each crawler had followed when robots.txt blocked it; null while it may go on. */
  readonly barred: ForEach<number | null>
  /** Target of the latest redirect. */
  at: string | null = null
  private redirects = 0

  constructor(robots: RobotsJudgement) {
    this.robots = robots
    this.others = robots.others
    this.signal = robots.signal
    this.barred = { google: isBlocked(robots.google) ? 0 : null, bing: isBlocked(robots.bing) ? 0 : null }
  }

  /** Every crawler is blocked. */
  get isShut(): boolean {
    return this.barred.google !== null && this.barred.bing !== null
  }

  /** Follows a redirect to an address with these verdicts. */
  goOn(next: RobotsJudgement, url: string): void {
    this.redirects++
    this.at = url
    this.robots = {
      google: this.barred.google === null ? next.google : this.robots.google,
      bing: this.barred.bing === null ? next.bing : this.robots.bing,
      warning: next.warning,
      others: next.others,
      signal: next.signal,
    }
    this.others = onTheWay(this.others, next.others)
    for (const engine of ['google', 'bing'] as const)
      if (isBlocked(this.robots[engine])) this.barred[engine] ??= this.redirects
  }
}
