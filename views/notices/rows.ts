/** Settings for e-mail that are saved as they change. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { NoticeEvent } from '../../src/features/notices/index.ts'
import { getNotifications, updateNotifications } from '../../src/features/notices/operations.ts'
import { HOURS } from '../parts/forms/codes.ts'
import type { Redraw, RefusedForm } from '../screens/form-screen.tsx'
import { type RowsOf, type SavedRow, savedRows } from '../screens/saved-rows.tsx'

const EVENTS: Record<NoticeEvent, string> = {
  job_finished: 'Finished pushes and checks, combined into one e-mail',
  low_credits: 'Low credits, at most once a day',
  indexnow_site_failing: 'Rejected IndexNow keys',
  plan_past_due: 'A late plan payment',
}

export const selfOf = ({ base }: SignedInCall): string => `${base}/notifications`
export const given = ({ caller }: SignedInCall) => ({ id: caller.tenant_id })

type Page = (call: SignedInCall, refused: Partial<Record<Group, RefusedForm>>) => ReturnType<Redraw>
type Group = 'leaders' | 'events' | 'daily'

/** Rows for the page that has them, in the groups of its sections. */
export function noticeRows(page: Page): Record<Group, RowsOf> {
  const group = (id: Group, rows: readonly SavedRow[]) =>
    savedRows({
      at: `/notifications/${id}`,
      id,
      operation: updateNotifications,
      given,
      rows,
      labels: { events: 'Send an e-mail about' },
      words: WORDS,
      empty: { low_index: '–', low_check: '–' },
      stored: async (call) => call.call(getNotifications, given(call)),
      back: selfOf,
      page: (call, refused) => page(call, { [id]: refused }),
    })
  return {
    leaders: group('leaders', [
      { label: 'Owners and admins', note: 'Clients without any use the agency’s', text: '{to_admins}' },
    ]),
    events: group('events', [
      { label: 'About', text: '{events}' },
      { label: 'Low credits', note: 'empty: never', text: 'below {low_index} index or {low_check} check credits' },
    ]),
    daily: group('daily', [
      { label: 'Digest', text: '{digest} at {digest_hour} in {time_zone}, {skip_if_unchanged}.' },
    ]),
  }
}

const WORDS = {
  to_admins: { true: 'get them', false: 'do not get them' },
  events: EVENTS,
  digest: { true: 'Send a digest every day', false: 'Send no digest' },
  digest_hour: HOURS,
  skip_if_unchanged: { true: 'unless nothing changed', false: 'even when nothing changed' },
}
