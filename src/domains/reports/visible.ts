/** What it means that a page is visible, in SQL over a row of `links`: one definition for every report. */

/** The search engine showed it the last time it was asked. */
export const VISIBLE = "indexed = 'yes'"

/** It was pushed, or needed no push: what was left out is no part of a rate, unless it is visible all the same. */
export const REPORTED = "(indexed = 'yes' or state not in ('flagged', 'cancelled'))"

/** It was seen at some time, so it has a place on the curve. */
export const EVER_SEEN = "(indexed = 'yes' or before_indexed = 'yes' or state = 'indexed')"

/** When it became visible; null: it was before it was sent. */
export const SEEN_SINCE =
  "case when before_indexed = 'yes' then null when state = 'indexed' then settled_at else checked_at end"

/** When it was found to be gone; null while it is visible. */
export const SEEN_UNTIL = "iif(indexed = 'yes', null, checked_at)"
