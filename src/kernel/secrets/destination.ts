/**
 * A stored secret belongs to the place that it was entered for. A caller who names another place enters it again, so
 * that nobody sends one away that they have not seen.
 */
import { invalid } from '../operation/fault.ts'

/** An address, as far as it says who gets the secret: scheme, host and port. */
const originOf = (address: string): string => {
  const url = URL.parse(address)
  return url ? `${url.protocol}//${url.host}` : address
}

/** Whether what was sent to one address (null: to none) would be sent to another place now. */
export const isMoved = (was: string | null, now: string | null): boolean =>
  now !== null && (was === null || originOf(was) !== originOf(now))

/** A secret beside a changed destination. `given`: the call enters or clears it. */
export type BoundSecret = { path: string; stored: boolean; given: boolean }

/** Throws 422 for each stored secret that would travel to another place unseen. */
export function assertEntered(was: string | null, now: string | null, secrets: readonly BoundSecret[]): void {
  if (!isMoved(was, now)) return
  const travelling = secrets.filter(({ stored, given }) => stored && !given)
  if (travelling.length > 0) throw invalid(...travelling.map(({ path }) => ({ path, message: ENTER_AGAIN })))
}

const ENTER_AGAIN = 'enter it again: what is stored belongs to the former address and is not sent to another'
