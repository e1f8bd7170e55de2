/**
 * The make-believe search engine behind the `simulated` adapters. It keeps nothing: a hash of the URL decides, so every
 * run, process and restart agrees. Of 10 pushed URLs about 7 become visible within 7 days; 2 of them were visible before.
 */
import { DAY, plus, type Time } from '../kernel/time/clock.ts'

/** Days after which the simulation has nothing new to show. */
export const SIMULATED_DAYS = 7

/** The day after sending on which the URL becomes visible, or null when it never does. */
export function simulatedDay(url: string): number | null {
  const lot = draw('day', url)
  return lot < VISIBLE_SHARE ? 1 + Math.floor((lot / VISIBLE_SHARE) * SIMULATED_DAYS) : null
}

/** Whether the engine had the URL before anybody pushed it. Only URLs that pushing would make visible are. */
export function visibleUnsent(url: string): boolean {
  return simulatedDay(url) !== null && draw('before', url) < UNSENT_SHARE / VISIBLE_SHARE
}

/** Whether the engine shows the URL at `now`, when it was pushed at `sent_at` (or never). */
export function visibleAt(url: string, sent_at: Time | undefined, now: Time): boolean {
  if (visibleUnsent(url)) return true
  const day = simulatedDay(url)
  return sent_at !== undefined && day !== null && now >= plus(sent_at, day * DAY)
}

const VISIBLE_SHARE = 0.7
const UNSENT_SHARE = 0.2

/** An even draw from 0 to 1 that is the same for ever. */
function draw(lottery: string, url: string): number {
  return new Bun.CryptoHasher('sha256').update(`${lottery} ${url}`).digest().readUInt32BE() / 2 ** 32
}
