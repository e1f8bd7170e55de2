/** What may go wrong at a vendor, for runs that let chance choose; and chance itself, from a seed. */
import type { Fault } from './stand-in.ts'

/** Nothing has happened at the vendor. */
export const BEFORE: Fault[] = [
  { status: 500 },
  { status: 503, body: 'busy' },
  { status: 429, headers: { 'retry-after': '90' } },
  'html',
  'garbage',
  'empty',
]
/** The vendor did what it was asked; the answer never comes whole. */
export const AFTER: Fault[] = ['lost', 'cut']
/** The account is refused. */
export const ACCOUNT: Fault[] = [{ status: 401 }, { status: 402 }]

export type Chance = ReturnType<typeof chance>

/** Mulberry32: the same seed, the same choices. */
export function chance(seed: number) {
  let state = seed >>> 0
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    draw,
    upTo: (n: number): number => Math.floor(draw() * n),
    pick: <T>(of: readonly T[]): T => of[Math.floor(draw() * of.length)]!,
  }
}
