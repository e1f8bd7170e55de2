import { goTo, platformPage, type Screen } from '../../src/doors/pages/web.ts'
import {
  deleteFreeCheckBlock,
  exportFreeChecksCsv,
  listFreeChecks,
  sendFreeCheckReport,
} from '../../src/features/free-checks/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { Chip } from '../parts/chips.tsx'
import { listHref } from '../parts/lists/list.ts'
import { sendFile, separatorFor } from '../parts/lists/list-file.ts'
import type { Column } from '../parts/lists/table.tsx'
import { When } from '../parts/text/when.tsx'
import type { StatusWord } from '../parts/text/words.ts'
import { platformAct } from '../screens/act.ts'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'
import { countryOf, FREE_CHECKS, freeCheckForms, freeChecksPage } from './free-checks.tsx'

type FreeCheckLine = AnswerOf<typeof listFreeChecks>['items'][number]

const KINDS: Record<string, string> = {
  xray: 'X-ray',
  xray_retry: 'X-ray, again',
  answer: 'Answer',
  answer_edit: 'Answer, own question',
  lens: 'Lens',
}

const STATES: Record<FreeCheckLine['state'], StatusWord> = {
  waiting: { word: 'Waiting', icon: 'clock', tone: 'idle' },
  running: { word: 'Running', icon: 'clock', tone: 'info' },
  done: { word: 'Done', icon: 'check', tone: 'ok' },
  failed: { word: 'No result', icon: 'triangle-alert', tone: 'warn' },
  refused: { word: 'Refused', icon: 'ban', tone: 'bad' },
}

const REFUSALS = { block: 'blocked', cap: 'beyond a cap', budget: 'no money left', bot: 'as a program' }

const columns = ({ self, zone }: ListState): Column<FreeCheckLine>[] => [
  {
    label: 'Asked',
    cell: (row) => (
      <>
        <b>{KINDS[row.kind] ?? row.kind}</b>
        <div class="muted url">
          {row.result_url ? <a href={row.result_url}>{row.asked}</a> : row.asked}
          {row.question !== null && ` · “${row.question}”`}
        </div>
      </>
    ),
  },
  {
    label: 'Outcome',
    cell: (row) => (
      <>
        <Chip {...STATES[row.state]} />
        {row.refusal !== null && <div class="muted">{REFUSALS[row.refusal]}</div>}
      </>
    ),
  },
  {
    label: 'From',
    class: 'wide-only',
    cell: (row) => (
      <>
        <a href={listHref(self, {}, { q: row.ip })}>{row.ip}</a>
        <div class="muted">{[row.city, row.country && countryOf(row.country)].filter(Boolean).join(', ') || '–'}</div>
      </>
    ),
  },
  { label: 'USD', class: 'num wide-only', cell: (row) => (row.cost_usd > 0 ? row.cost_usd.toFixed(3) : '–') },
  { label: 'When', class: 'num', word: null, cell: (row) => <When time={row.created_at} zone={zone} /> },
]

const freeCheckLog = listScreen({
  at: '/free-checks/log',
  operator: true,
  operation: listFreeChecks,
  title: 'Log of free checks',
  sub: 'Stored for 30 days, in UTC, with the IP addresses.',
  search: 'Beginning of an IP, domain or city; a network, a country code',
  filters: { kind: KINDS, days: { '1': 'Today (UTC)', '7': '7 days', '30': '30 days' }, blocked: { '1': 'Refused' } },
  columns,
  empty: { icon: 'scan-search', text: 'No free check yet.' },
  nothing: 'No check fits these filters.',
  menu: () => [
    { label: 'Free checks', icon: 'scan-search', href: '/app/platform/free-checks' },
    { label: 'Export CSV', icon: 'download', href: '/app/platform/free-checks/csv', download: true, key: 'e' },
  ],
  // A search with too many results is refused on the page.
  says_refusals: true,
})

export const freeCheckScreens: readonly Screen[] = [
  platformPage('/free-checks', (call) => freeChecksPage(call)),
  ...freeCheckForms,
  platformAct('/free-checks/blocks/:id/lift', deleteFreeCheckBlock, (_, { target }) =>
    goTo(FREE_CHECKS, { text: `${target} is no longer blocked.` }),
  ),
  platformAct('/free-checks/report', sendFreeCheckReport, (_, { to, status, error }) => {
    const text = status === 'sent' ? `Sent to ${to}.` : `Not sent: ${error ?? 'no mail server is set up; it is kept'}.`
    return goTo(FREE_CHECKS, { text, tone: status === 'sent' ? 'ok' : 'bad' })
  }),
  ...freeCheckLog.screens,
  platformPage('/free-checks/csv', async (call) =>
    sendFile(call, await call.call(exportFreeChecksCsv, { separator: separatorFor(call) })),
  ),
]
