import type { ForEach } from './engines.ts'
import type { Judgement } from './robots-book.ts'

/** How far each engine's crawler may come on the way to a page, through its redirects. */
export class Way {
  /** The verdicts on the last address that each may know of. */
  robots: Judgement
  /** How many redirects each had followed when robots.txt turned it away; null while it may go on. */
  readonly barred: ForEach<number | null>
  /** Where the last redirect leads. */
  at: string | null = null
  private redirects = 0

  constructor(robots: Judgement) {
    this.robots = robots
    this.barred = { google: isBlocked(robots.google) ? 0 : null, bing: isBlocked(robots.bing) ? 0 : null }
  }

  /** Nobody may go on. */
  get isShut(): boolean {
    return this.barred.google !== null && this.barred.bing !== null
  }

  /** A redirect leads on to where these verdicts hold. */
  goOn(next: Judgement, url: string): void {
    this.redirects++
    this.at = url
    this.robots = {
      google: this.barred.google === null ? next.google : this.robots.google,
      bing: this.barred.bing === null ? next.bing : this.robots.bing,
      warning: next.warning,
    }
    for (const engine of ['google', 'bing'] as const)
      if (isBlocked(this.robots[engine])) this.barred[engine] ??= this.redirects
  }
}

const isBlocked = ({ verdict }: Judgement['google']): boolean => verdict === 'blocked'
