/** Watched sources, with their last run in words. */
import { createDeployHook } from '../../src/features/standing/operations/deploy-hooks.ts'
import { createStandingPush, listStandingPushes } from '../../src/features/standing/operations/standing-pushes.ts'
import { Chip } from '../parts/chips.tsx'
import { Named } from '../parts/lists/table.tsx'
import { number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { may } from '../shell.tsx'
import { StandingTabs } from './tabs.tsx'
import { KIND_WORDS, pushState, runInWords } from './words.ts'

export const standingList = listScreen({
  at: '/standing',
  here: true,
  operation: listStandingPushes,
  title: 'Standing pushes',
  sub: 'Sitemaps and feeds that are watched. New and changed links are pushed by your rules.',
  search: 'Search name or address',
  above: ({ base, may }) => may(createDeployHook) && <StandingTabs base={base} current="sources" />,
  filters: { paused: { true: 'Paused', false: 'Active' } },
  empty: { icon: 'refresh-cw', text: 'No source is watched yet. Add a sitemap, a feed or a list of links.' },
  nothing: 'No standing push fits.',
  act: (call) =>
    may(call, createStandingPush) ? { label: 'Add source', icon: 'plus', href: `${call.base}/standing/new` } : null,
  columns: ({ self, zone }) => [
    {
      label: 'Name',
      sort: 'name',
      cell: ({ id, name, tenant_name, kind }) => (
        <>
          <Named href={`${self}/${id}`} name={name} />
          <div class="muted small">{`${tenant_name}${kind ? ` · ${KIND_WORDS[kind]}` : ''}`}</div>
        </>
      ),
    },
    { label: 'State', cell: (push) => <Chip {...pushState(push)} /> },
    { label: 'Last run', cell: ({ last_run, held_run }) => lastInWords(held_run ?? last_run) },
    {
      label: 'Pushed this month',
      class: 'num',
      cell: ({ pushed_month, rules: { budget_month } }) =>
        budget_month === null ? number(pushed_month) : `${number(pushed_month)} of ${number(budget_month)}`,
    },
    { label: 'Next run', class: 'num when', cell: ({ next_run_at }) => <When time={next_run_at} zone={zone} /> },
  ],
})

const lastInWords = (run: Parameters<typeof runInWords>[0] | null): string => (run ? runInWords(run) : 'Not yet')
