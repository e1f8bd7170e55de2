/** Links of a screening with the same outcome, in a group that folds. */

import type { Child } from '../jsx/elements.ts'
import { Button } from '../parts/button.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { number, splitUrl } from '../parts/text/format.ts'
import { AGAIN } from './edit-list.ts'

/** Limit of rows drawn in a group; its count includes all. */
const MOST = 100

type GroupProps = {
  id: string
  icon: IconName
  tone?: 'ok' | 'warn' | 'bad'
  title: string
  /** A line below the title: examples, or an explanation. */
  says: string
  mono?: boolean
  count: number
  open?: boolean
  children?: Child
}

export const Group = ({ id, icon, tone, title, says, mono, count, open, children }: GroupProps) => (
  <details id={`group-${id}`} class="flag" open={open}>
    <summary>
      <span class="caret">
        <Icon name="chevron-right" />
      </span>
      <span class={['need-i', tone]}>
        <Icon name={icon} />
      </span>
      <span class="flag-t">
        <b>{title}</b>
        <small class={mono ? 'mono clip' : undefined}>{says}</small>
      </span>
      <span class="fig">
        {number(count)}
        <span class="vh">{count === 1 ? ' link' : ' links'}</span>
      </span>
    </summary>
    <div class="flag-in">{children}</div>
  </details>
)

/** Paths of the first three links. */
export const examplesOf = (urls: readonly string[]): string =>
  urls
    .slice(0, 3)
    .map((url) => splitUrl(url).path)
    .join(', ')

export const Listed = <Row,>({ rows, children }: { rows: readonly Row[]; children: (row: Row) => Child }) => (
  <ul class="plain">
    {rows.slice(0, MOST).map((row) => (
      <li>{children(row)}</li>
    ))}
    {rows.length > MOST && <li class="muted">{`and ${number(rows.length - MOST)} more`}</li>}
  </ul>
)

/** After the site was fixed. */
export const CheckAgain = ({ flag, says }: { flag: string; says: string }) => (
  <button type="submit" class="btn small quiet" name="step" value={`${AGAIN}${flag}`}>
    Check again
    <span class="vh">{`: ${says}`}</span>
  </button>
)

export const CopyList = ({ id, text }: { id: string; text: string }) => (
  <>
    <Button type="button" class="btn small quiet js-only" data-do="copy" data-from={id} icon="copy" label="Copy list" />
    <textarea id={id} hidden readonly aria-label="List to copy">
      {text}
    </textarea>
  </>
)
