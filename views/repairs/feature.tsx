import { type FeaturePages, goTo, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { listRepairs, stopRepair, watchRepairs } from '../../src/features/repairs/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { linkHref } from '../links/verdict.tsx'
import { Chip, FlagChip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import { many } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import type { StatusWord } from '../parts/text/words.ts'
import { act } from '../screens/act.ts'
import { listScreen } from '../screens/list-screen.tsx'
import { StandingTabs } from '../standing/tabs.tsx'

const AT = '/standing/repairs'

type Repair = AnswerOf<typeof listRepairs>['items'][number]

const STATES = {
  watching: { word: 'Not fixed yet', icon: 'clock', tone: 'idle' },
  pushed: { word: 'Fixed and pushed', icon: 'check', tone: 'ok' },
  clear: { word: 'Nothing to fix', icon: 'check', tone: 'idle' },
  expired: { word: 'Not fixed in time', icon: 'x', tone: 'warn' },
  stopped: { word: 'Stopped', icon: 'x', tone: 'idle' },
} as const satisfies Record<Repair['state'], StatusWord>

const repairList = listScreen({
  at: AT,
  here: true,
  operation: listRepairs,
  title: 'Until fixed',
  sub: 'Links whose page has a fault. They are screened twice a day, and pushed again once it is fixed.',
  search: 'Search links',
  above: ({ base }) => <StandingTabs base={base} current="repairs" />,
  filters: { state: Object.fromEntries(Object.entries(STATES).map(([name, { word }]) => [name, word])) },
  empty: {
    icon: 'refresh-cw',
    text: 'No link is watched. To watch one, open a client below its usual, or a link that is not indexed.',
  },
  nothing: 'No page fits.',
  columns: ({ self, base, zone, may }) => [
    {
      label: 'Page',
      cell: ({ uid, url, note }) => (
        <>
          <a class="name url" href={linkHref(base, uid)} data-row>
            {url}
          </a>
          {note && <div class="muted small">{note}</div>}
        </>
      ),
    },
    {
      label: 'State',
      cell: (repair) =>
        repair.job_id === null ? (
          <Chip {...STATES[repair.state]} />
        ) : (
          <a class="over" href={`${base}/jobs/${repair.job_id}`}>
            <Chip {...STATES[repair.state]} />
          </a>
        ),
    },
    { label: 'Fault', class: 'wide-only', cell: ({ flags }) => flags.map((flag) => <FlagChip flag={flag} />) },
    { label: 'Last check', class: 'num when', cell: ({ checked_at }) => <When time={checked_at} zone={zone} /> },
    {
      label: 'Watched until',
      class: 'num when wide-only',
      cell: ({ state, until, ended_at }) => <When time={state === 'watching' ? until : ended_at} zone={zone} />,
    },
    {
      label: 'Actions',
      class: 'end',
      cell: ({ id, state }) =>
        state === 'watching' &&
        may(stopRepair) && <Post action={`${self}/${id}/stop`} class="btn small over" label="Stop" />,
    },
  ],
})

const repairScreens: readonly Screen[] = [
  ...repairList.screens,
  act(AT, watchRepairs, watching, ({ all }) => ({ uids: all('uids').map(Number) })),
  act(`${AT}/:id/stop`, stopRepair, ({ base }) => goTo(base + AT, { text: 'The page is no longer watched.' })),
]

function watching({ base }: SignedInCall, { watched }: { watched: number }) {
  const text = watched === 0 ? 'These pages are watched already.' : `${many(watched, 'page')} watched until fixed.`
  return goTo(base + AT, { text })
}

export const repairsPages: FeaturePages = { screens: repairScreens }
