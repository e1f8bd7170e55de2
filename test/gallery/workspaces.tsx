/** Workspaces of an install in their conditions, and one of each kind. */
import { ownList } from '../../views/indexnow/own.tsx'
import { setPlan } from '../../views/workspaces/pages.tsx'
import { type Purpose, WorkspacePanel, type WorkspaceProps } from '../../views/workspaces/workspace.tsx'
import { type WorkspaceRow, workspaceList } from '../../views/workspaces/workspaces.tsx'
import { inPlatform, NO_ROWS } from './frames.tsx'
import { NASTY, NOW } from './samples.ts'

const SELF = '/app/platform/workspaces'

type Facts = WorkspaceRow['facts']

const facts = (more: Partial<Facts> = {}): Facts => ({
  id: 'ten_any',
  root_id: 'ten_northwind',
  root_name: 'Northwind',
  plan: { plan: 'agency_pro', name: 'Agency Pro', subscribed: 'agency_pro', status: 'active', interval: 'month' },
  credits: { index: { available: 4210, reserved: 318 }, check: { available: 900, reserved: 4 } },
  people: 4,
  below: 0,
  last_act_at: NOW,
  ...more,
})

const row = (id: string, name: string, more: Partial<WorkspaceRow> = {}): WorkspaceRow => ({
  id,
  name,
  kind: 'client',
  parent_id: 'ten_northwind',
  depth: 2,
  notes: null,
  rooms: null,
  search_place: null,
  default_recheck_days: 0,
  archived: false,
  archived_at: null,
  archived_by: null,
  created_at: NOW,
  updated_at: NOW,
  facts: facts(),
  ...more,
})

const ROWS = [
  row('ten_northwind', 'Northwind', {
    kind: 'agency',
    depth: 1,
    parent_id: null,
    facts: facts({ id: 'ten_northwind', below: 3 }),
  }),
  row('ten_team', NASTY, { kind: 'team', notes: NASTY }),
  row('ten_inn', 'Harbour Inn', { depth: 3, archived_by: { id: 'ten_team', name: NASTY } }),
  row('ten_old', 'Old client', { archived: true, archived_at: NOW, facts: facts({ last_act_at: null, people: 0 }) }),
  row('ten_rival', 'Rival', {
    kind: 'agency',
    depth: 1,
    parent_id: null,
    facts: facts({
      root_id: 'ten_rival',
      root_name: 'Rival',
      plan: { plan: 'free', name: 'Free', subscribed: 'agency_starter', status: 'past_due', interval: 'year' },
    }),
  }),
]

const list = { items: ROWS, total: ROWS.length, page: 1, page_size: 50 }

const workspaces = (more: Partial<Parameters<typeof workspaceList.View>[0]> = {}) =>
  inPlatform('Workspaces', <workspaceList.View list={list} query={{}} self={SELF} {...more} />, 'clients')

const workspace = (of: WorkspaceRow, purpose: Purpose, refused?: WorkspaceProps['refused']) =>
  workspaces({
    panel: (
      <WorkspacePanel
        workspace={of}
        purpose={purpose}
        self={SELF}
        query={{}}
        plan={setPlan(of)}
        refused={refused}
        now={NOW}
        zone="UTC"
        idempotency_key="once"
      />
    ),
  })

const own = { host: 'push.example', ...NO_ROWS }

export const workspaceGallery = [
  { name: 'workspaces', page: () => workspaces() },
  { name: 'workspaces-none', page: () => workspaces({ list: NO_ROWS, query: { q: 'nobody' } }) },
  { name: 'workspace', page: () => workspace(ROWS[0]!, 'facts') },
  { name: 'workspace-hidden', page: () => workspace(ROWS[2]!, 'facts') },
  { name: 'workspace-archived', page: () => workspace(ROWS[3]!, 'facts') },
  { name: 'workspace-plan', page: () => workspace(ROWS[0]!, 'plan') },
  {
    name: 'workspace-402',
    page: () =>
      workspace(ROWS[1]!, 'credits', {
        values: { amount: '99999', reason: NASTY },
        issues: [{ path: '', message: 'This needs 99,999 index credits; 4,210 are available.' }],
      }),
  },
  {
    name: 'own-indexnow',
    page: () => inPlatform('IndexNow', <ownList.View list={own} query={{}} self="/x" />, 'settings'),
  },
]
