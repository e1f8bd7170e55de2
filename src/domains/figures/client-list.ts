/** The workspaces below one's own with their figures: those off their usual rate and those low on credits first. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { type ListArguments, pageOf } from '../../kernel/database/list.ts'
import { holding } from '../../kernel/database/search.ts'
import { alphabetOf, byName } from '../../kernel/language/alphabet.ts'
import type { Caller, Reading } from '../../kernel/operation/caller.ts'
import { inSlices } from '../../kernel/scheduling/in-slices.ts'
import type { ZoneDays } from '../../kernel/time/zone-days.ts'
import { withoutNotes } from '../accounts/index.ts'
import { tilesOf } from '../branding/index.ts'
import { hostsOfEach, type SentDay } from '../jobs/index.ts'
import { below, daysOf, type NamedWorkspace, NOT_ARCHIVED, TENANT_COLUMNS, tagsIn } from '../tenants/index.ts'
import { type Standing, standings } from './last-settled-day.ts'
import { isBelow } from './off-usual.ts'
import { chartOf } from './sent-chart.ts'

export const CLIENT_VIEWS = ['all', 'off_usual', 'low_credits', 'no_push'] as const
type ClientView = (typeof CLIENT_VIEWS)[number]

type Listed = NamedWorkspace & { kind: string; archived: boolean; tags: readonly string[] }
type Row = Listed & { standing: Standing; sent: readonly SentDay[] }
type ClientsQuery = ListArguments & {
  view?: ClientView
  q?: string
  kind?: string
  tag?: string
  ids?: string
  include_archived?: boolean
}

/** Counts are of all, whatever is searched. */
export async function listedClients(read: Reading, asked: ClientsQuery) {
  const workspaces = read((tx, caller) => workspacesBelow(tx, caller, asked))
  const days = read((tx, { tenant_id }) => daysOf(tx, tenant_id))
  const slices = await inSlices(workspaces, (some) => read((tx) => rowsOf(tx, some, days)))
  const all = slices.flat()
  const fits = Object.fromEntries(CLIENT_VIEWS.map((view) => [view, all.filter(IS[view])])) as Record<ClientView, Row[]>
  const named = holding(asked.q ?? '')
  const ids = asked.ids && new Set(asked.ids.split(','))
  const fit = ({ id, name, tags }: Row) =>
    named(name) && (!asked.tag || tags.includes(asked.tag)) && (!ids || ids.has(id))
  const found = fits[asked.view ?? 'all'].filter(fit)
  const ordered = found.toSorted(asked.sort === 'name' ? inOrder : byUrgency)
  const { items, ...listed } = pageOf(asked.dir === 'desc' ? ordered.reverse() : ordered, asked)
  return {
    ...listed,
    time_zone: days.zone,
    items: read((tx, caller) => withHosts(tx, caller, items, days)),
    counts: Object.fromEntries(CLIENT_VIEWS.map((view) => [view, fits[view].length])),
    tags: tagCounts(all),
    available: all.reduce((sum, { standing }) => sum + standing.available, 0),
  }
}

/** Tags in use, by the alphabet. */
function tagCounts(rows: readonly Row[]) {
  const all = Map.groupBy(
    rows.flatMap(({ tags }) => tags),
    (tag) => tag,
  )
  return [...all].map(([tag, { length }]) => ({ tag, clients: length })).toSorted((a, b) => alphabetOf()(a.tag, b.tag))
}

const IS: Record<ClientView, (row: Row) => boolean> = {
  all: () => true,
  off_usual: ({ standing }) => standing.off_usual !== null,
  low_credits: ({ standing }) => standing.running_dry,
  no_push: ({ standing }) => standing.sent_30d === 0,
}

/** Off usual by how far, then low on credits by how soon, then by name; archived ones last. */
const urgency = ({ archived, standing: { off_usual, running_dry, last, usual, runway_days } }: Row): number => {
  if (archived) return 1000
  if (isBelow(off_usual)) return last!.rate - (usual ?? 1) - 1
  return running_dry ? runway_days! : 500
}
const inOrder = byName()
const byUrgency = (a: Row, b: Row): number => urgency(a) - urgency(b) || inOrder(a, b)

function workspacesBelow(tx: ReadTx, caller: Caller, { kind, include_archived }: ClientsQuery): Listed[] {
  const found = tx.rows<Omit<Listed, 'tags'> & { tags: string; notes: string | null }>(
    `select ${TENANT_COLUMNS}, path from tenants where path > ? and path < ? ${include_archived ? '' : `and ${NOT_ARCHIVED}`}`,
    ...below(caller.path),
  )
  const wanted = kind ? found.filter((one) => one.kind === kind) : found
  return wanted.map((one) => withoutNotes(tx, caller, { ...one, tags: tagsIn(one.tags) }))
}

function rowsOf(tx: ReadTx, workspaces: readonly Listed[], days: ZoneDays): Row[] {
  const ids = workspaces.map(({ id }) => id)
  const { standings: known, sent } = standings(tx, ids, days)
  return workspaces.map((workspace) => ({
    ...workspace,
    standing: known.get(workspace.id)!,
    sent: sent.get(workspace.id)!,
  }))
}

const HOSTS = 3

function withHosts(tx: ReadTx, caller: Caller, rows: readonly Row[], days: ZoneDays) {
  const tiles = tilesOf(
    tx,
    caller,
    rows.map(({ id }) => id),
  )
  const hosts = hostsOfEach(tx, rows, HOSTS)
  const first = days.firstDay(tx.now)
  return rows.map(({ standing, sent, path: _, ...row }) => ({
    ...row,
    ...standing,
    hosts: hosts.get(row.id)!,
    tile_url: tiles.get(row.id) ?? null,
    days: chartOf(new Map([[row.id, sent.filter(({ day }) => day >= first)]]), days, tx.now),
  }))
}
