/** Watched sources, with their last run in words. */

import { createDeployHook } from '../../src/features/standing/operations/deploy-hooks.ts'
import { createStandingPush, listStandingPushes } from '../../src/features/standing/operations/standing-pushes.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, text } from '../../src/kernel/language/say.ts'
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
  title: text('Standing pushes'),
  sub: text('Sitemaps and feeds that are watched. New and changed links are pushed by your rules.'),
  search: text('Search name or address'),
  above: ({ base, may, zone }) => may(createDeployHook) && <StandingTabs to={zone} base={base} current="sources" />,
  filters: { paused: { true: text('Paused'), false: text('Active') } },
  empty: { icon: 'refresh-cw', text: text('No source is watched yet. Add a sitemap, a feed or a list of links.') },
  nothing: text('No standing push fits.'),
  act: (call) =>
    may(call, createStandingPush)
      ? { label: text('Add source'), icon: 'plus', href: `${call.base}/standing/new` }
      : null,
  columns: ({ self, zone }) => [
    {
      label: text('Name'),
      sort: 'name',
      cell: ({ id, name, tenant_name, kind }) => (
        <>
          <Named href={`${self}/${id}`} name={name} />
          <div class="muted small">{`${tenant_name}${kind ? ` · ${sayStored(zone, KIND_WORDS[kind])}` : ''}`}</div>
        </>
      ),
    },
    { label: text('State'), cell: (push) => <Chip to={zone} {...pushState(push)} /> },
    { label: text('Last run'), cell: ({ last_run, held_run }) => lastInWords(held_run ?? last_run, zone) },
    {
      label: text('Pushed this month'),
      class: 'num',
      cell: ({ pushed_month, rules: { budget_month } }) =>
        budget_month === null
          ? number(pushed_month, zone)
          : say(zone, '{n} of {all}', { n: pushed_month, all: budget_month }),
    },
    { label: text('Next run'), class: 'num when', cell: ({ next_run_at }) => <When time={next_run_at} zone={zone} /> },
  ],
})

const lastInWords = (run: Parameters<typeof runInWords>[0] | null, to: Reader): string =>
  run ? runInWords(run, to) : say(to, 'Not yet')
