/**
 * The search engine behind the `simulated` adapters. A hash of the URL decides, so every run and process agrees without
 * storage. About 7 of 10 pushed URLs are visible within 7 days, 2 of them before the push.
 */
import { DAY, plus, type Time } from '../kernel/time/clock.ts'

/** Days until the simulation no longer changes. */
export const SIMULATED_DAYS = 7

/** The day after sending when the URL becomes visible; null if it never does. */
export function simulatedDay(url: string): number | null {
  const lot = draw('day', url)
  return lot < VISIBLE_SHARE ? 1 + Math.floor((lot / VISIBLE_SHARE) * SIMULATED_DAYS) : null
}

/** Whether the engine had the URL before any push. Only URLs that a push would make visible can be. */
export function visibleUnsent(url: string): boolean {
  return simulatedDay(url) !== null && draw('before', url) < UNSENT_SHARE / VISIBLE_SHARE
}

/** Whether the engine shows the URL at `now`. `sent_at` is undefined without a push. */
export function visibleAt(url: string, sent_at: Time | undefined, now: Time): boolean {
  if (visibleUnsent(url)) return true
  const day = simulatedDay(url)
  return sent_at !== undefined && day !== null && now >= plus(sent_at, day * DAY)
}

const VISIBLE_SHARE = 0.7
const UNSENT_SHARE = 0.2

/** A uniform number from 0 to 1, always the same for the URL. */
function draw(lottery: string, url: string): number {
  return new Bun.CryptoHasher('sha256').update(`${lottery} ${url}`).digest().readUInt32BE() / 2 ** 32
}
