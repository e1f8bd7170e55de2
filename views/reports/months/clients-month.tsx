/** A month's reports of all clients in one list, with figures, comment and act of each. */

import { listClientMonths } from '../../../src/features/reports/operations/reports.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Chip } from '../../parts/chips.tsx'
import type { Question } from '../../parts/forms/dialogs.tsx'
import { Post } from '../../parts/forms/post.tsx'
import { hx } from '../../parts/hx.ts'
import { listHref, type Query } from '../../parts/lists/list.ts'
import type { Column } from '../../parts/lists/table.tsx'
import { many, number, signed } from '../../parts/text/format.ts'
import { Name } from '../../parts/text/name.tsx'
import { periodWord } from '../../parts/text/period-word.ts'
import { listScreen } from '../../screens/list-screen.tsx'
import type { ListState } from '../../screens/list-spec.ts'
import { Comment } from '../comment.tsx'
import { Openings, STATES } from './month.tsx'

/** `pages` is null while they are counted; `url` is null when the report is not shared or cannot be shown. */
export type ClientMonthRow = AnswerOf<typeof listClientMonths>['items'][number]
type Pages = ClientMonthRow['pages']

export const clientsMonth = listScreen({
  at: '/reports/clients',
  here: true,
  operation: listClientMonths,
  title: 'Clients’ reports',
  heading: 'Reports',
  sub: (_, { month }) => `${periodWord(month)}: what each client’s report says, and whether it is shared.`,
  search: 'Search clients',
  filters: ({ query }, { months, month }) => ({
    month: months.map((value) => ({ value: value === month && !query.month ? '' : value, label: periodWord(value) })),
    state: { unshared: 'Not shared', shared: 'Shared', unopened: 'Shared, not opened' },
  }),
  columns: (view, { month }) => columns(view, month),
  acts: ({ self, query, base }, { items, month, is_over }) => (
    <>
      {items.some(({ pages }) => pages === null) && <Counting self={self} query={query} />}
      {items.length > 0 && is_over && (
        <LinkButton
          href={listHref(`${base}/reports/clients/send`, query, { month })}
          icon="send"
          label="Send to recipients"
        />
      )}
    </>
  ),
  act: ({ base, query }, { month, unshared, total }) =>
    unshared === 0
      ? null
      : {
          label: unshared === total ? `Share all ${number(total)}` : `Share ${number(unshared)} not shared`,
          icon: 'share-2',
          href: listHref(`${base}/reports/clients/share`, query, { month }),
          question: sharingAll(month, unshared),
        },
  empty: {
    icon: 'share-2',
    text: (_, { month }) => `No client pushed anything in ${periodWord(month)}. Clients with a push appear here.`,
  },
  nothing: 'No report of the month is like that.',
})

/** Polls; without a script the visitor reloads the page. */
const Counting = ({ self, query }: { self: string; query: Query }) => (
  <span
    class="busy"
    {...hx({
      get: listHref(self, query, { page: query.page }),
      trigger: 'load delay:1s',
      target: '#list',
      select: '#list',
      swap: 'outerHTML',
    })}
  >
    Some are still being counted. <span class="no-script">Load the page again in a moment.</span>
  </span>
)

export const sharingAll = (month: string, n: number): Question => ({
  title: `Share ${many(n, 'report')} of ${periodWord(month)}?`,
  body: 'Each gets an address that anyone who has it can open. To send a report by e-mail, use Send in its row.',
  verb: `Share ${number(n)}`,
  tone: 'plain',
})

const columns = ({ self, query, zone }: ListState, month: string): Column<ClientMonthRow>[] => [
  {
    label: 'Client',
    cell: (row) => (
      <>
        <a href={`/app/w/${row.tenant_id}/reports/${month}`} class="tap" data-row>
          <b>
            <Name of={row.name} />
          </b>
        </a>
        <span class="sub">{`${STATES[row.state].word}, ${inWords(row.pages)}`}</span>
        <Comment
          action={self}
          text={row.comment}
          label={`Comment on ${row.name}, above its numbers`}
          fields={{ ...kept(month, query), id: row.tenant_id }}
          most={2000}
        >
          <Button class="btn small" label="Save" />
          {row.state !== 'shared' && (
            <Button class="btn small primary" name="share" value="true" label="Save and share" />
          )}
        </Comment>
      </>
    ),
  },
  { label: 'Pushes', class: 'num wide-only', cell: ({ pushes }) => number(pushes) },
  { label: 'Indexed', class: 'num wide-only', cell: ({ pages }) => <Headline pages={pages} /> },
  { label: 'Newly indexed', class: 'num wide-only', cell: ({ pages }) => (pages ? signed(pages.gained) : '…') },
  {
    label: 'State',
    class: 'wide-only',
    cell: (row) => (
      <>
        <Chip {...STATES[row.state]} />
        {(row.state === 'shared' || row.opened > 0) && (
          <div class="muted small">
            <Openings of={row} zone={zone} />
          </div>
        )}
      </>
    ),
  },
  {
    label: 'Actions',
    class: 'end',
    cell: (row) => (
      <span class="row-acts">
        {row.state === 'shared' ? (
          row.url && <Address name={row.name} url={row.url} />
        ) : (
          <Share of={row} self={self} fields={kept(month, query)} />
        )}
        <Send of={row} month={month} />
      </span>
    ),
  },
]

/** Query of the list to return to. */
const kept = (month: string, { state = '', q = '', page = '' }: Query) => ({ month, state, q, page })
type ActProps = { of: ClientMonthRow; self: string; fields: ReturnType<typeof kept> }

const Headline = ({ pages }: { pages: Pages }) => {
  if (!pages) return <span class="muted">…</span>
  const { visible, total } = pages
  return (
    <>
      <b>{number(visible)}</b>
      <div class="muted small">{`of ${number(total)}`}</div>
    </>
  )
}

/** The figures in one line, for narrow screens. */
const inWords = (pages: Pages): string =>
  pages
    ? `${number(pages.visible)} of ${number(pages.total)} indexed, ${signed(pages.gained)} new`
    : 'still being counted'

const Share = ({ of, self, fields }: ActProps) => (
  <Post action={self} fields={{ ...fields, id: of.tenant_id, share: 'true' }} class="btn small">
    {of.state === 'stopped' ? 'Share again' : 'Share'}
    <span class="vh">{` the report of ${of.name}`}</span>
  </Post>
)

const Send = ({ of: { tenant_id, name }, month }: { of: ClientMonthRow; month: string }) => (
  <LinkButton
    class="btn small"
    href={`/app/w/${tenant_id}/reports/${month}/send`}
    label="Send"
    of={`the report of ${name}`}
  />
)

/** Opens the report as its reader sees it, and copies its address. */
const Address = ({ name, url }: { name: string; url: string }) => (
  <>
    <a class="url" href={url}>
      Open<span class="vh">{` the report of ${name}`}</span>
    </a>
    <button
      type="button"
      class="copy-url i-copy js-only"
      data-do="copy-url"
      aria-label={`Copy the address of the report of ${name}`}
    ></button>
  </>
)
