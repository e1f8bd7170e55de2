import type { AnswerOf } from '../../src/kernel/operation.ts'
import type { preflightUrls } from '../../src/operations/preflight/preflight-urls.ts'
import { Chip } from '../parts/chips.tsx'
import { many } from '../parts/format.ts'
import { type Column, DataTable, UrlCell } from '../parts/table.tsx'
import { FLAGS } from '../parts/words.ts'

/** One page's screening: what is wrong with it, if anything, and what to do about that. */
export type PreflightRow = Pick<
  AnswerOf<typeof preflightUrls>['results'][number],
  'url' | 'flags' | 'status' | 'fix' | 'chain'
>

export type Preflight = {
  rows: readonly PreflightRow[]
  /** Ready pages that are not listed, so that a push of thousands stays a light page. */
  more_ready: number
  /** Entries left out, as they were written, with the reason. */
  dropped: readonly { entry: string; reason: string }[]
  /** Pages still being screened. */
  pending?: number
}

type RowsProps = { preflight: Preflight | null; push_anyway: readonly string[] }

export function PreflightRows({ preflight, push_anyway }: RowsProps) {
  if (!preflight) return null
  const anyway = new Set(push_anyway)
  const columns: Column<PreflightRow>[] = [
    { label: 'URL', class: 'clip', cell: (row) => <UrlCell url={row.url} /> },
    { label: 'Pre-flight', cell: (row) => <Verdict row={row} /> },
    { label: 'What to do', cell: (row) => row.flags.length > 0 && <Fix row={row} checked={anyway.has(row.url)} /> },
  ]
  return (
    <>
      <DataTable caption="Pre-flight" columns={columns} rows={preflight.rows} />
      <Rest preflight={preflight} />
    </>
  )
}

const Verdict = ({ row }: { row: PreflightRow }) =>
  row.flags.length === 0 ? (
    <Chip word="Ready" icon="check" tone="ok" />
  ) : (
    <span class="row">
      {row.flags.map((flag) => (
        <Chip word={flagWord(flag, row)} icon="triangle-alert" tone="warn" />
      ))}
    </span>
  )

/** The status says more than the kind of failure: `404`, `Redirect 301`. */
export function flagWord(flag: string, { status, chain }: Pick<PreflightRow, 'status' | 'chain'>): string {
  if (status && (flag === 'http_4xx' || flag === 'http_5xx')) return String(status)
  const first = chain[0]?.status
  if (flag === 'redirected' && first && first >= 300 && first < 400) return `Redirect ${first}`
  return FLAGS[flag] ?? flag
}

const Fix = ({ row, checked }: { row: PreflightRow; checked: boolean }) => (
  <span class="row">
    <span class="muted lines">{row.fix}</span>
    <label class="small nowrap" title="Not covered by the guarantee: the credit is used">
      <input type="checkbox" name="push_anyway" value={row.url} checked={checked} /> Push anyway
      <span class="vh">: {row.url}. Not covered, the credit is used.</span>
    </label>
  </span>
)

const Rest = ({ preflight: { more_ready, dropped, pending = 0, rows } }: { preflight: Preflight }) => (
  <div class="body stack" hidden={!more_ready && !dropped.length && !pending && !rows.some((row) => row.flags.length)}>
    {pending > 0 && <p class="row busy">{many(pending, 'page is', 'pages are')} being screened.</p>}
    {more_ready > 0 && <p class="muted">{`and ${many(more_ready, 'more page is', 'more pages are')} ready.`}</p>}
    {rows.some((row) => row.flags.length > 0) && (
      <p class="hint">Flagged pages are skipped, free. One pushed anyway is not covered: its credit is used.</p>
    )}
    {dropped.length > 0 && (
      <details>
        <summary>{many(dropped.length, 'entry', 'entries')} dropped</summary>
        <ul>
          {dropped.slice(0, 100).map((one) => (
            <li>
              <code>{one.entry}</code> <span class="muted">{one.reason}</span>
            </li>
          ))}
        </ul>
      </details>
    )}
  </div>
)
