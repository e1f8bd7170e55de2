import { type FeaturePages, goTo, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { listRepairs, stopRepair, watchRepairs } from '../../src/features/repairs/operations.ts'
import { say, sayStored, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { linkHref } from '../links/verdict.tsx'
import { Chip, FlagChip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import { When } from '../parts/text/when.tsx'
import type { StatusWord } from '../parts/text/words.ts'
import { act } from '../screens/act.ts'
import { listScreen } from '../screens/list-screen.tsx'
import { zoneOf } from '../shell.tsx'
import { StandingTabs } from '../standing/tabs.tsx'

const AT = '/standing/repairs'

type Repair = AnswerOf<typeof listRepairs>['items'][number]

const STATES = {
  watching: { word: text('Not fixed yet'), icon: 'clock', tone: 'idle' },
  pushed: { word: text('Fixed and pushed'), icon: 'check', tone: 'ok' },
  clear: { word: text('Nothing to fix'), icon: 'check', tone: 'idle' },
  expired: { word: text('Not fixed in time'), icon: 'x', tone: 'warn' },
  stopped: { word: text('Stopped'), icon: 'x', tone: 'idle' },
} as const satisfies Record<Repair['state'], StatusWord>

const repairList = listScreen({
  at: AT,
  here: true,
  operation: listRepairs,
  title: text('Until fixed'),
  sub: text('Links whose page has a fault. They are screened twice a day, and pushed again once it is fixed.'),
  search: text('Search links'),
  above: ({ base, zone }) => <StandingTabs to={zone} base={base} current="repairs" />,
  filters: { state: Object.fromEntries(Object.entries(STATES).map(([name, { word }]) => [name, word])) },
  empty: {
    icon: 'refresh-cw',
    text: text('No link is watched. To watch one, open a client below its usual, or a link that is not indexed.'),
  },
  nothing: text('No page fits.'),
  columns: ({ self, base, zone, may }) => [
    {
      label: text('Page'),
      cell: ({ uid, url, note }) => (
        <>
          <a class="name url" href={linkHref(base, uid)} data-row>
            {url}
          </a>
          {note && <div class="muted small">{sayStored(zone, note)}</div>}
        </>
      ),
    },
    {
      label: text('State'),
      cell: (repair) =>
        repair.job_id === null ? (
          <Chip to={zone} {...STATES[repair.state]} />
        ) : (
          <a class="over" href={`${base}/jobs/${repair.job_id}`}>
            <Chip to={zone} {...STATES[repair.state]} />
          </a>
        ),
    },
    {
      label: text('Fault'),
      class: 'wide-only',
      cell: ({ flags }) => flags.map((flag) => <FlagChip to={zone} flag={flag} />),
    },
    { label: text('Last check'), class: 'num when', cell: ({ checked_at }) => <When time={checked_at} zone={zone} /> },
    {
      label: text('Watched until'),
      class: 'num when wide-only',
      cell: ({ state, until, ended_at }) => <When time={state === 'watching' ? until : ended_at} zone={zone} />,
    },
    {
      label: text('Actions'),
      class: 'end',
      cell: ({ id, state }) =>
        state === 'watching' &&
        may(stopRepair) && (
          <Post to={zone} action={`${self}/${id}/stop`} class="btn small over" label={say(zone, 'Stop')} />
        ),
    },
  ],
})

const repairScreens: readonly Screen[] = [
  ...repairList.screens,
  act(AT, watchRepairs, watching, ({ all }) => ({ uids: all('uids').map(Number) })),
  act(`${AT}/:id/stop`, stopRepair, (call) =>
    goTo(call.base + AT, { text: say(zoneOf(call), 'The page is no longer watched.') }),
  ),
]

function watching(call: SignedInCall, { watched }: { watched: number }) {
  const to = zoneOf(call)
  return goTo(call.base + AT, {
    text:
      watched === 0
        ? say(to, 'These pages are watched already.')
        : say(to, '{n, plural, one {# page} other {# pages}} watched until fixed.', { n: watched }),
  })
}

export const repairsPages: FeaturePages = { screens: repairScreens }
