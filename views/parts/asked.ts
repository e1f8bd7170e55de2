/** What addresses of pages ask for: what cannot be meant is left out. */

import { DEFAULT_PAGE_SIZE } from '../../src/kernel/database/list.ts'
import { at, dayOf, millis } from '../../src/kernel/time/clock.ts'
import type { Query } from './list.ts'

const MOST_PAGES = 10_000_000
const MOST_ROWS = 200

/** Which page of a list. */
export const pageAsked = ({ page, page_size }: Query, most = MOST_ROWS): { page: number; page_size: number } => ({
  page: whole(page, 1, MOST_PAGES),
  page_size: whole(page_size, DEFAULT_PAGE_SIZE, most),
})

/** A day, if it is one. */
export const asDay = (text = ''): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text) ? text : undefined

/** Not the 31st of February. */
const isDay = (text: string): boolean => !Number.isNaN(millis(text)) && dayOf(at(millis(text))) === text

/** A whole number from 1, or what stands for it. */
function whole(text: string | undefined, otherwise: number, most: number): number {
  const given = Number(text)
  return Number.isInteger(given) && given >= 1 ? Math.min(given, most) : otherwise
}
