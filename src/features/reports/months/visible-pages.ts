/** The definition of "visible" for every report, in SQL over a row of `links`. */

/** The search engine showed it in the last check. */
export const VISIBLE = "indexed = 'yes'"

/** It was pushed or needed no push. Skipped links are not part of a rate, unless they are visible. */
export const REPORTED = "(indexed = 'yes' or state not in ('flagged', 'cancelled'))"

/** It was seen at some time, so it is on the curve. */
export const EVER_SEEN = "(indexed = 'yes' or before_indexed = 'yes' or state = 'indexed')"

/** When it became visible; null: before the push. */
export const SEEN_SINCE =
  "case when before_indexed = 'yes' then null when state = 'indexed' then settled_at else checked_at end"

/** When it was found missing; null while it is visible. */
export const SEEN_UNTIL = "iif(indexed = 'yes', null, checked_at)"
