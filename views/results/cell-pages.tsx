/** Pages of one cell of the results: its card, its links, and what can be done with them. */

import { isBelow, offUsual } from '../../src/domains/figures/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import { action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getTenantWhy } from '../../src/features/attention/operations.ts'
import { getResultCell, listResultLinks } from '../../src/features/results/operations.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { listLinks } from '../../src/operations/links.ts'
import { getTenant } from '../../src/operations/tenants/workspaces.ts'
import { personOf } from '../frame/reader.ts'
import { askToStop, callOff, callsToStop } from '../jobs/stop.ts'
import { hasShare } from '../kit/share.ts'
import { listHref, type Query } from '../parts/lists/list.ts'
import { countedDay, countedWeekday, percent } from '../parts/text/format.ts'
import { Say } from '../parts/text/say.tsx'
import { pushOf } from '../push/pages.tsx'
import { appPage, assertMay, confirmPage, mayWrite, zoneOf } from '../shell.tsx'
import { Cell } from './cell.tsx'

type CardProps = Pick<AnswerOf<typeof getResultCell>, 'cell' | 'usual'> & {
  /** The client or host; null for all. */
  name: string | null
  week: string
  cause?: string | undefined
  /** Page of the reasons; null without any. */
  why: string | null
  links: string
  zone: Reader
}

const Card = ({ name, week, cell, usual, cause, why, links, zone }: CardProps) => {
  const { seen, sent, due, day, settled } = cell
  return (
    <>
      <b dir="auto">
        {name === null
          ? say(zone, 'Week of {day}', { day: countedDay(week, zone) })
          : say(zone, '{name}, week of {day}', { name, day: countedDay(week, zone) })}
      </b>
      <p>
        <Say
          to={zone}
          text="<b>{seen} of {sent}</b> {sent, plural, one {link} other {links}} indexed by day {day}{state, select, open { so far} rate { ({rate})} other {}}{known, select, yes {, usually {usual}} other {}}."
          values={{
            ...{ seen, sent, day, rate: percent(seen / sent, zone), usual: percent(usual, zone) },
            state: settled ? (hasShare(sent) ? 'rate' : 'few') : 'open',
            known: usual === null ? 'no' : 'yes',
          }}
        />
      </p>
      {due > 0 && <p class="fact">{say(zone, '{due} still to check.', { due })}</p>}
      {cause && (
        <p class="fact" dir="auto">
          {cause}
        </p>
      )}
      <p class="acts">
        {why && (
          <a class="link" href={`${why}#why`}>
            {say(zone, 'Why?')}
          </a>
        )}
        <a class="link" href={links}>
          {say(zone, 'See {links, plural, one {# link} other {# links}}', { links: sent })}
        </a>
      </p>
    </>
  )
}

export const cellScreens: readonly Screen[] = [
  page('/cohorts/card', card),
  page('/cohorts/links', cell),
  action('/cohorts/links/again', again),
  { ...action('/cohorts/links/stop', stop), calls: async (call) => callsToStop(call, await waitingHere(call)) },
  callOff('/cohorts/links/call-off', waitingHere, backOf),
]

export const HERE = { here: true }

export const scopeOf = ({ tenant_id, host }: Query) => ({
  ...(tenant_id ? { tenant_id } : {}),
  ...(host ? { host } : {}),
})

/** The client and the host of the filter, in words. */
export async function onlyOf(call: SignedInCall): Promise<string | null> {
  const { tenant_id, host } = call.query
  const client = tenant_id ? (await call.call(getTenant, { id: tenant_id }, HERE)).name : null
  return [client, host].filter(Boolean).join(', ') || null
}

const weekOf = (monday: string, to: Reader): string => say(to, 'Week of {day}', { day: countedWeekday(monday, to) })

type NamedCell = AnswerOf<typeof getResultCell> & { name: string }

/** The cell of an address, with the numbers of the grid; 404 if the grid does not have it. */
async function cellOf(call: SignedInCall, query: Query): Promise<NamedCell> {
  const { by = 'week', key = '', day = '', last_weeks } = query
  const found = await call.call(getResultCell, { ...scopeOf(query), last_weeks, by, key, day }, HERE)
  return { ...found, name: by === 'week' ? weekOf(key, zoneOf(call)) : found.label }
}

const waitingIn = ({ leaving }: NamedCell): number[] => leaving.flatMap(({ uids }) => uids)

async function waitingHere(call: SignedInCall): Promise<number[]> {
  return waitingIn(await cellOf(call, call.form))
}

/** The card of a cell. Of a client below its usual, with the first cause. */
async function card(call: SignedInCall) {
  const { query, base } = call
  const { tenant_id, key = '' } = query
  const found = await cellOf(call, query)
  const { cell, usual } = found
  const off = cell.settled && isBelow(offUsual({ rate: cell.seen / cell.sent, links: cell.sent }, usual))
  const is_client = tenant_id !== undefined && tenant_id !== call.caller.tenant_id
  const asks = off && cell.day === LAST_LOOK_DAY && is_client && query.host === undefined
  const why = asks ? await call.call(getTenantWhy, { id: tenant_id, week: key }) : null
  const { name, rest } = { name: await onlyOf(call), rest: { ...query, part: 'all' } }
  return (
    <Card
      name={name}
      week={key}
      cell={cell}
      usual={usual}
      cause={why?.facts[0]?.text}
      why={asks ? listHref(`${base}/clients/${tenant_id}`, {}, { week: key }) : null}
      links={listHref(`${base}/cohorts/links`, {}, rest)}
      zone={zoneOf(call)}
    />
  )
}

async function cell(call: SignedInCall) {
  const { base } = call
  const { by = 'week', key, day, part = 'missed', tenant_id, host, last_weeks, page_size } = call.query
  const query = { by, key, day, part, tenant_id, host, last_weeks, page_size }
  const found = await cellOf(call, query)
  const links = await call.call(listResultLinks, { ...query, page: call.query.page }, HERE)
  return appPage(
    call,
    found.name,
    <Cell
      {...found}
      part={part}
      links={links}
      query={query}
      grid={listHref(`${base}/cohorts`, {}, { by: by === 'week' ? undefined : by, tenant_id, host, last_weeks })}
      self={`${base}/cohorts/links`}
      base={base}
      can_write={mayWrite(call)}
      zone={zoneOf(call)}
    />,
  )
}

function backOf(call: SignedInCall): string {
  const { by, key, day, part, tenant_id, host, last_weeks } = call.form
  return listHref(`${call.base}/cohorts/links`, {}, { by, key, day, part, tenant_id, host, last_weeks })
}

/** Asks about the links that wait now. The form names the cell, so that the answer finds the same links. */
async function stop(call: SignedInCall) {
  const found = await cellOf(call, call.form)
  const back = backOf(call)
  const { by = '', key = '', day = '', tenant_id = '', host = '', last_weeks = '' } = call.form
  return askToStop(call, waitingIn(found), back, (question, { promised }) =>
    confirmPage(call, question, {
      href: `${call.base}/cohorts/links/call-off`,
      back,
      sub: say(zoneOf(call), '{name}, day {day}', { name: found.name, day }),
      crumbs: [
        { label: say(zoneOf(call), 'Results'), href: `${call.base}/cohorts` },
        { label: found.name, href: back },
      ],
      fields: { by, key, day, tenant_id, host, last_weeks, promised },
    }),
  )
}

type TickedLink = { url: string; tenant_id: string }

/** Opens New push with the ticked links, or with all missed links of the cell. Nothing is pushed yet. */
async function again(call: SignedInCall) {
  assertMay(call, submitIndexJob)
  const picked = call.form.all ? await allMissed(call) : await ticked(call)
  if (picked.length === 0)
    return goTo(backOf(call), { text: say(personOf(call), 'Tick the links first.'), tone: 'bad' })
  const tenants = new Set(picked.map(({ tenant_id }) => tenant_id))
  const tenant_id = tenants.size === 1 ? [...tenants][0]! : call.caller.tenant_id
  return pushOf(call, [...new Set(picked.map(({ url }) => url))], tenant_id)
}

/** Rows of one answer, and links that one push takes. */
const MOST_ROWS = 200
const MOST_AGAIN = 10_000

async function allMissed(call: SignedInCall): Promise<TickedLink[]> {
  const { by, key, day, part } = call.form
  const picked: TickedLink[] = []
  for (let page = 1; picked.length < MOST_AGAIN; page++) {
    const asked = {
      ...scopeOf(call.form),
      last_weeks: call.form.last_weeks,
      by,
      key,
      day,
      part,
      page,
      page_size: MOST_ROWS,
    }
    const { items } = await call.call(listResultLinks, asked, HERE)
    picked.push(...items)
    if (items.length < MOST_ROWS) break
  }
  return picked
}

async function ticked(call: SignedInCall): Promise<TickedLink[]> {
  const uids = call.all('url_ids').filter((id) => /^\d{1,15}$/.test(id))
  if (uids.length === 0) return []
  return (await call.call(listLinks, { uids: uids.slice(0, MOST_ROWS).join(','), page_size: MOST_ROWS }, HERE)).items
}
