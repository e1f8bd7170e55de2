import type { Child } from '../jsx/elements.ts'
import { Chip, FlagChip, Warnings } from '../parts/chips.tsx'
import { many, number, splitUrl } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { UrlCell } from '../parts/table.tsx'
import { flagWord } from '../parts/words.ts'
import { type Cause, causesOf, type Preflight, type PreflightRow, targetOf } from './causes.ts'
import type { PushValues } from './push-props.ts'
import { LEAVE } from './relist.ts'

type RowsProps = { preflight: Preflight | null; values: Pick<PushValues, 'push_anyway' | 'anyway_flag'> }

/** Rows of a group that are drawn; the count beside it tells of all. */
const MOST = 100
const MOST_COPIED = 1000

export function PreflightRows({ preflight, values }: RowsProps) {
  if (!preflight) return null
  const { rows, dropped, duplicates, pending, slow } = preflight
  const ready = warnedFirst(rows.filter(({ flags }) => flags.length === 0))
  const causes = causesOf(rows)
  const anyway = { urls: new Set(values.push_anyway), flags: new Set(values.anyway_flag) }
  return (
    <div class="causes">
      {pending.length > 0 && <Progress seen={rows.length} pending={pending.length} slow={slow} />}
      {causes.map((cause) => (
        <CauseGroup cause={cause} anyway={anyway} />
      ))}
      {causes.length > 0 && (
        <p class="hint">Flagged pages are skipped, free, unless you push them anyway: then their credit is used.</p>
      )}
      {ready.length > 0 && (
        <Group id="ready" chip={<Chip word="Ready" icon="check" tone="ok" />} says={readyWords(ready)}>
          <Listed rows={ready}>
            {({ url, warnings }) => (
              <span class="grow">
                <UrlCell url={url} />
                <Warnings warnings={warnings} />
              </span>
            )}
          </Listed>
        </Group>
      )}
      {dropped.length > 0 && (
        <Group
          id="dropped"
          says={`${many(dropped.length, 'entry', 'entries')} dropped: ${droppedWords(duplicates, dropped.length - duplicates)}`}
        >
          <Listed rows={dropped}>
            {({ entry, reason }) => (
              <>
                <code>{entry}</code> <span class="muted">{reason}</span>
              </>
            )}
          </Listed>
        </Group>
      )}
      {pending.length > 0 && <Looking pending={pending} slow={new Set(slow)} />}
    </div>
  )
}

/** What has not answered yet: a row each from the start, which moves into its cause as soon as it has. */
const Looking = ({ pending, slow }: { pending: readonly string[]; slow: ReadonlySet<string> }) => (
  <Group id="looking" chip={<Chip word="Looking…" icon="clock" tone="idle" />} says={many(pending.length, 'page')} open>
    <Listed rows={pending}>
      {(url) => (
        <span class="grow">
          <UrlCell url={url} />
          {slow.has(url) && <span class="muted small"> still waiting</span>}
        </span>
      )}
    </Listed>
  </Group>
)

/** `3 in the list twice, 1 is no address`. */
const droppedWords = (duplicates: number, invalid: number): string =>
  [
    ...(duplicates ? [`${number(duplicates)} in the list twice`] : []),
    ...(invalid ? [`${number(invalid)} ${invalid === 1 ? 'is' : 'are'} no address`] : []),
  ].join(', ')

const isWarned = ({ warnings }: PreflightRow): boolean => warnings.length > 0
const warnedFirst = (rows: PreflightRow[]): PreflightRow[] =>
  rows.toSorted((a, b) => Number(isWarned(b)) - Number(isWarned(a)))

/** `31 pages, 3 of them with a warning`: as many as the bill calls ready. */
function readyWords(ready: readonly PreflightRow[]): string {
  const warned = ready.filter(isWarned).length
  return warned === 0 ? many(ready.length, 'page') : `${many(ready.length, 'page')}, ${number(warned)} with a warning`
}

/** How far the screening is; a page that hangs holds nobody up. */
const Progress = ({ seen, pending, slow }: { seen: number; pending: number; slow: readonly string[] }) => (
  <div class="body stack" role="status">
    <p>
      {`${number(seen)} of ${number(seen + pending)} pages looked at`}
      {slow.length > 0 && <span class="muted">{`, still waiting for ${hostsOf(slow)}`}</span>}
    </p>
    <progress class="progress" value={String(seen)} max={String(seen + pending)} aria-label="Pages looked at" />
  </div>
)

function hostsOf(urls: readonly string[]): string {
  const hosts = [...new Set(urls.map((url) => splitUrl(url).host))]
  return hosts.length > 2 ? `${hosts.slice(0, 2).join(', ')} and ${hosts.length - 2} more` : hosts.join(' and ')
}

type GroupProps = { id: string; chip?: Child; says: string; open?: boolean; acts?: Child; children?: Child }

const Group = ({ id, chip, says, open, acts, children }: GroupProps) => (
  <details id={`group-${id}`} class="cause" open={open}>
    <summary>
      {chip} <b>{says}</b>
    </summary>
    {acts && <div class="row acts">{acts}</div>}
    {children}
  </details>
)

type CauseProps = { cause: Cause; anyway: Anyway }
/** What is pushed in spite of its flags: single pages, and all with a flag. */
type Anyway = { urls: ReadonlySet<string>; flags: ReadonlySet<string> }

function CauseGroup({ cause: { flag, rows, targets }, anyway }: CauseProps) {
  const id = `flag-${flag}`
  const fix = rows[0]!.fix?.split('\n')[0]
  const whole = anyway.flags.has(flag)
  const answer = rows.every(({ status }) => status === rows[0]!.status) ? rows[0]!.status : null
  const acts = (
    <>
      <button type="submit" class="btn small" name="step" value={`${LEAVE}${flag}`}>
        Leave out
        <span class="vh">
          : {many(rows.length, 'page')}, {flagWord(flag, answer)}
        </span>
      </button>
      {targets && (
        <button type="submit" class="btn small" name="step" value="targets">
          Use the targets
        </button>
      )}
      {rows.length > 1 && (
        <label class="small">
          <input type="checkbox" name="anyway_flag" value={flag} checked={whole} />
          {` Push all anyway: ${many(rows.length, 'credit')}, not covered`}
        </label>
      )}
      {rows.length <= MOST_COPIED && <CopyList id={`${id}-list`} text={rows.map(({ url }) => url).join('\n')} />}
    </>
  )
  return (
    <Group id={id} chip={<FlagChip flag={flag} status={answer} />} says={many(rows.length, 'page')} open acts={acts}>
      {fix && <p class="muted">{fix}</p>}
      <Listed rows={rows}>{(row) => <Flagged row={row} checked={whole || anyway.urls.has(row.url)} />}</Listed>
    </Group>
  )
}

const CopyList = ({ id, text }: { id: string; text: string }) => (
  <>
    <button type="button" class="btn small js-only" data-do="copy" data-from={id}>
      <Icon name="copy" />
      Copy list
    </button>
    <textarea id={id} hidden readonly aria-label="List to copy">
      {text}
    </textarea>
  </>
)

/** The price of pushing it anyway stands beside the box. */
function Flagged({ row, checked }: { row: PreflightRow; checked: boolean }) {
  const target = targetOf(row)
  const says = row.flags.slice(1).map((flag) => flagWord(flag, row.status))
  return (
    <>
      <span class="grow">
        <UrlCell url={row.url} />
        {target && <span class="muted small target">{` → ${target}`}</span>}
        {says.length > 0 && <span class="muted small">{` ${says.join(', ')}`}</span>}
        <Warnings warnings={row.warnings} />
      </span>
      <label class="small nowrap">
        <input type="checkbox" name="push_anyway" value={row.url} checked={checked} />
        {checked ? ' Will be pushed, not covered' : ' Push anyway, 1 credit'}
        <span class="vh">: {row.url}</span>
      </label>
    </>
  )
}

const Listed = <Row,>({ rows, children }: { rows: readonly Row[]; children: (row: Row) => Child }) => (
  <ul class="plain">
    {rows.slice(0, MOST).map((row) => (
      <li>{children(row)}</li>
    ))}
    {rows.length > MOST && <li class="muted">{`and ${number(rows.length - MOST)} more`}</li>}
  </ul>
)
