/** Clients off their usual rate; the others are folded into one line. */

import { LOW_SHARE, OFF_POINTS, points } from '../../src/domains/figures/index.ts'
import type { ClientStanding } from '../../src/features/attention/index.ts'
import { Range, Ticks } from '../kit/bars.tsx'
import { Fold, Section } from '../kit/fold.tsx'
import { Delta } from '../kit/strip.tsx'
import { linksHref } from '../links/count-links.ts'
import { Avatar } from '../parts/person.tsx'
import { countedDay, many, number, percent } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'

/** A client whose last day of sending is known; `change`: in points, with a usual rate. */
type KnownClient = ClientStanding & { last: NonNullable<ClientStanding['last']>; change: number | null }

type OffUsualProps = {
  clients: readonly ClientStanding[]
  base: string
  zone: string
  /** A client's name links to its page, or to its workspace for visitors who do not manage it. */
  placeOf: (client: ClientStanding) => string
}

export function OffUsual({ clients, base, zone, placeOf }: OffUsualProps) {
  const off = clients
    .flatMap(known)
    .filter(({ off_usual }) => off_usual !== null)
    .toSorted((a, b) => (a.change ?? -100) - (b.change ?? -100))
  const rest = clients.filter(({ id }) => !off.some((one) => one.id === id))
  return (
    <Section
      title="Clients off their usual"
      note={`${OFF_POINTS} points or more, or below ${percent(LOW_SHARE)}, on the last day of sending with results`}
      aside={<a class="link" href={`${base}/clients`}>{`All ${many(clients.length, 'client')}`}</a>}
    >
      {off.length > 0 && (
        <table class="tbl off">
          <thead class="not-phone">
            <tr>
              <th scope="col">Client</th>
              <th scope="col" class="end">
                Indexed
              </th>
              <th scope="col">Change</th>
              <th scope="col">0 – 100%, usual marked</th>
              <th scope="col">Links</th>
              <th scope="col" class="end">
                Credits
              </th>
            </tr>
          </thead>
          <tbody>
            {off.map((client) => (
              <Row client={client} base={base} zone={zone} href={placeOf(client)} />
            ))}
          </tbody>
        </table>
      )}
      {rest.length > 0 && <Others rest={rest} all={off.length === 0} placeOf={placeOf} />}
    </Section>
  )
}

function known(client: ClientStanding): KnownClient[] {
  const { last, usual } = client
  return last ? [{ ...client, last, change: usual === null ? null : points(last.rate, usual) }] : []
}

type RowProps = { client: KnownClient; base: string; zone: string; href: string }

const Row = ({ client, base, zone, href }: RowProps) => {
  const { id, name, last, usual, change } = client
  return (
    <tr>
      <td>
        <span class="who">
          <Avatar name={name} />
          <a class="cover nm" href={href} title={name} dir="auto" data-row>
            {name}
          </a>
        </span>
      </td>
      <td class="end">
        <b>{percent(last.rate)}</b>
      </td>
      <td>{change === null ? <span class="delta down">low</span> : <Delta points={change} off />}</td>
      <td class="rng">
        <Range usual={usual} last={last.rate} />
      </td>
      <td class="say">
        <a class="over" href={linksHref(base, { moment: 'sent', from: last.day, to: last.day, tenant_id: id })}>
          {`${many(last.links, 'link')} sent on ${countedDay(last.day, zone)}`}
        </a>
      </td>
      <td class="end not-phone">
        <Left of={client} />
      </td>
    </tr>
  )
}

const Left = ({ of: { available, runway_days, running_dry } }: { of: ClientStanding }) => (
  <>
    {number(available)}
    {runway_days !== null && (
      <span class={running_dry ? 'care' : 'muted'}>
        {runway_days > 365 ? ' for over a year' : ` for ${many(Math.floor(runway_days), 'day')}`}
      </span>
    )}
  </>
)

type OthersProps = Pick<OffUsualProps, 'placeOf'> & { rest: readonly ClientStanding[]; all: boolean }

function Others({ rest, all, placeOf }: OthersProps) {
  const compared = rest.flatMap(known).filter(({ change }) => change !== null)
  const shares = compared.map(({ last }) => last.rate)
  const new_ones = rest.length - compared.length
  return (
    <Fold
      summary={
        <>
          <b>{`${all ? many(rest.length, 'client') : `${number(rest.length)} others`} as usual`}</b>
          {new_ones > 0 && `, ${number(new_ones)} of them without a usual rate yet`}
        </>
      }
      beside={
        shares.length > 0 && (
          <>
            <Ticks shares={shares} label={`The others: ${spanOf(shares)}`} />
            <span class="muted not-phone">{spanOf(shares)}</span>
          </>
        )
      }
    >
      <ul class="plain">
        {rest.map((client) => (
          <li>
            <a href={placeOf(client)}>
              <Name of={client.name} />
            </a>
            <span class="end">{percent(client.last?.rate ?? null)}</span>
            {known(client).map(({ change }) => change !== null && <Delta points={change} off={false} />)}
          </li>
        ))}
      </ul>
    </Fold>
  )
}

const spanOf = (shares: readonly number[]): string => {
  const [low, high] = [percent(Math.min(...shares)), percent(Math.max(...shares))]
  return low === high ? low : `${low.replace('%', '')}–${high}`
}
