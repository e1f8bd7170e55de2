import { Section } from '../kit/fold.tsx'
import { Button } from '../parts/button.tsx'
import { Warnings } from '../parts/chips.tsx'
import { UrlCell } from '../parts/lists/table.tsx'
import { many, number, splitUrl } from '../parts/text/format.ts'
import { flagWord } from '../parts/text/words.ts'
import { type Cause, causesOf, isChallenged, type Preflight, type PreflightRow, targetOf } from './causes.ts'
import { Challenged } from './challenged-rows.tsx'
import { LEAVE } from './edit-list.ts'
import { type OrderKind, type OrderValues, PUSH } from './order.ts'
import { CheckAgain, CopyList, examplesOf, Group, Listed } from './preflight-group.tsx'

type RowsProps = {
  kind?: OrderKind
  preflight: Preflight | null
  values: Pick<OrderValues, 'push_anyway' | 'anyway_flag'>
}

/** Limit of URLs copied at once. */
const MOST_COPIED = 1000
/** Letters of a dropped line that are shown. */
const LETTERS = 200

/** The screening: links that are ready, and omitted links by cause. Groups of more than five rows are folded. */
export function PreflightRows({ kind = PUSH, preflight, values }: RowsProps) {
  if (!preflight) return null
  const { rows, dropped, duplicates, pending, slow } = preflight
  if (kind !== PUSH && dropped.length === 0) return null
  const pushed = rows.filter(({ flags }) => flags.length === 0)
  const ready = warnedFirst(pushed.filter((row) => !isChallenged(row)))
  const causes = causesOf(rows)
  const anyway = { urls: new Set(values.push_anyway), flags: new Set(values.anyway_flag) }
  const flagged = rows.length - pushed.length
  const all = rows.length + pending.length
  return (
    <Section
      title={`Before the ${kind.name}`}
      note={kind === PUSH && pending.length === 0 && `All ${number(all)} answered`}
    >
      {pending.length > 0 && <Progress seen={rows.length} pending={pending.length} slow={slow} />}
      {ready.length > 0 && <Ready rows={ready} />}
      <Challenged rows={pushed} />
      {preflight.parts}
      {flagged > 0 && (
        <p class="lbl flags-h">{`${many(flagged, 'link is', 'links are')} left out, free of charge, unless you push them anyway`}</p>
      )}
      {causes.map((cause) => (
        <CauseGroup cause={cause} anyway={anyway} />
      ))}
      {dropped.length > 0 && <Dropped rows={dropped} duplicates={duplicates} />}
      {pending.length > 0 && <Waiting pending={pending} slow={new Set(slow)} />}
    </Section>
  )
}

const Ready = ({ rows }: { rows: readonly PreflightRow[] }) => (
  <Group
    id="ready"
    icon="check"
    tone="ok"
    title="Ready to push"
    says={warnedWords(rows) ?? 'They answer and may be indexed'}
    count={rows.length}
  >
    <Listed rows={rows}>
      {({ url, warnings }) => (
        <span class="grow">
          <UrlCell url={url} />
          <Warnings warnings={warnings} />
        </span>
      )}
    </Listed>
  </Group>
)

/** Links whose pages have not answered: each has a row, which moves to its cause when the page answers. */
const Waiting = ({ pending, slow }: { pending: readonly string[]; slow: ReadonlySet<string> }) => (
  <Group id="looking" icon="clock" title="Waiting for an answer" says={examplesOf(pending)} count={pending.length} open>
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

/** Entries of the list that are duplicates or no URL. */
const Dropped = ({ rows, duplicates }: { rows: Preflight['dropped']; duplicates: number }) => (
  <Group
    id="dropped"
    icon="x"
    title={`${many(rows.length, 'line')} dropped`}
    says={droppedWords(duplicates, rows.length - duplicates)}
    count={rows.length}
  >
    <Listed rows={rows}>
      {({ entry, reason }) => (
        <>
          <code>{entry.length > LETTERS ? `${entry.slice(0, LETTERS)}…` : entry}</code>{' '}
          <span class="muted">{reason}</span>
        </>
      )}
    </Listed>
  </Group>
)

/** `9 duplicates, 2 without a URL`. */
const droppedWords = (duplicates: number, invalid: number): string =>
  [
    ...(duplicates ? [many(duplicates, 'duplicate')] : []),
    ...(invalid ? [`${number(invalid)} without a URL`] : []),
  ].join(', ')

const isWarned = ({ warnings }: PreflightRow): boolean => warnings.length > 0
const warnedFirst = (rows: PreflightRow[]): PreflightRow[] =>
  rows.toSorted((a, b) => Number(isWarned(b)) - Number(isWarned(a)))

/** Warnings among the ready links: `3 with a warning`. */
function warnedWords(ready: readonly PreflightRow[]): string | null {
  const warned = ready.filter(isWarned).length
  return warned === 0 ? null : `${number(warned)} with a warning`
}

/** Progress of the screening. A page that hangs does not delay the others. */
const Progress = ({ seen, pending, slow }: { seen: number; pending: number; slow: readonly string[] }) => (
  <div class="at-work" role="status">
    <p>
      {`${number(seen)} of ${number(seen + pending)} links screened`}
      {slow.length > 0 && <span class="muted">{`, still waiting for ${hostsOf(slow)}`}</span>}
    </p>
    <progress class="progress" value={String(seen)} max={String(seen + pending)} aria-label="Links screened" />
  </div>
)

function hostsOf(urls: readonly string[]): string {
  const hosts = [...new Set(urls.map((url) => splitUrl(url).host))]
  return hosts.length > 2 ? `${hosts.slice(0, 2).join(', ')} and ${hosts.length - 2} more` : hosts.join(' and ')
}

/** Groups with more rows are folded at first. */
const OPEN_UP_TO = 5

type CauseProps = { cause: Cause; anyway: PushAnyway }
/** Pushed despite their flags: single links, and all links with a flag. */
type PushAnyway = { urls: ReadonlySet<string>; flags: ReadonlySet<string> }

function CauseGroup({ cause: { flag, rows, targets }, anyway }: CauseProps) {
  const id = `flag-${flag}`
  const fix = rows[0]!.fix?.split('\n')[0]
  const whole = anyway.flags.has(flag)
  const answer = rows.every(({ status }) => status === rows[0]!.status) ? rows[0]!.status : null
  const title = flagWord(flag, answer)
  const urls = rows.map(({ url }) => url)
  const missing = flag.startsWith('http') || flag === 'unreachable'
  return (
    <Group
      id={id}
      icon={missing ? 'circle-x' : targets ? 'undo-2' : 'ban'}
      tone={missing ? 'bad' : 'warn'}
      title={title}
      says={examplesOf(urls)}
      mono
      count={rows.length}
      open={rows.length <= OPEN_UP_TO}
    >
      {fix && <p class="muted">{fix}</p>}
      <div class="acts">
        {rows.length > 1 && (
          <label class="small">
            <input type="checkbox" name="anyway_flag" value={flag} checked={whole} />
            {` Push ${number(rows.length)} anyway: ${many(rows.length, 'credit')}, not refunded`}
          </label>
        )}
        {targets && <Button class="btn small" name="step" value="targets" label="Use the targets" />}
        <CheckAgain flag={flag} says={`${many(rows.length, 'page')}, ${title}`} />
        <button type="submit" class="btn small quiet" name="step" value={`${LEAVE}${flag}`}>
          Remove from the list
          <span class="vh">{`: ${many(rows.length, 'link')}, ${title}`}</span>
        </button>
        {rows.length <= MOST_COPIED && <CopyList id={`${id}-list`} text={urls.join('\n')} />}
      </div>
      <Listed rows={rows}>{(row) => <Flagged row={row} checked={whole || anyway.urls.has(row.url)} />}</Listed>
    </Group>
  )
}

/** The price of pushing the link anyway is beside the box. */
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
        {checked ? ' Pushed anyway, not refunded' : ' Push anyway, 1 credit'}
        <span class="vh">: {row.url}</span>
      </label>
    </>
  )
}
