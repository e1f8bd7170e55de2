/** A stand-in for the live screening, so that the gallery's push page can be typed into. */
import { PushFragment } from '../pushes/new-push.tsx'
import { preflight } from './samples.ts'

export function livePush(form: FormData) {
  const urls = [
    ...new Set(
      String(form.get('urls') ?? '')
        .split(/\s+/)
        .filter(Boolean),
    ),
  ]
  const push_anyway = form.getAll('push_anyway').map(String)
  const rows = urls.map(
    (url) => preflight.rows.find((row) => row.url === url) ?? { url, flags: [], status: 200, fix: null },
  )
  const ready = rows.filter((row) => row.flags.length === 0 || push_anyway.includes(row.url)).length
  return (
    <PushFragment
      values={{
        ...{ urls: '', name: '', tenant_id: '', smart: false, pre_check: false, drip_days: 0 },
        ...{ push_anyway, force_refresh: false, indexnow_force: false },
      }}
      preflight={{ rows, more_ready: 0, dropped: [] }}
      quote={{
        ...{ ready, skipped: rows.length - ready, dropped: 0, to_indexnow: ready, index_credits: ready },
        ...{ check_credits: 0, balance_after: 1284 - ready, available: 1284 },
      }}
    />
  )
}
