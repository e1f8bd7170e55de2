/** Pages on a host of another client, which reports leave out: named to those who know both. */
import { byOwner, type ForeignLinks } from '../../src/domains/pushes/index.ts'
import { askAbove } from '../../src/doors/pages/above.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { getLeftOut } from '../../src/features/reports/operations/months.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { firstDayOf, lastDayOf } from '../../src/kernel/time/periods.ts'
import { LinkButton } from '../parts/button.tsx'
import { listHref } from '../parts/lists/list.ts'
import { Banner } from '../parts/page/card.tsx'
import { Say } from '../parts/text/say.tsx'

/** Pushes of a workspace, of a period, or one push. */
export async function leftOutOf(call: SignedInCall, asked: { id: string; period?: string; job_id?: string }) {
  const ask = await askAbove(call)
  const { hosts } = await ask(getLeftOut, { period: undefined, job_id: undefined, ...asked })
  return byOwner(hosts)
}

/** The same of a month or quarter, with the list of their links. */
export async function leftOutOfPeriod(call: SignedInCall, client: { id: string; name: string }, period: string) {
  const days = { moment: 'ordered', from: firstDayOf(period), to: lastDayOf(period) }
  return {
    of: await leftOutOf(call, { id: client.id, period }),
    client: client.name,
    href: (host: string) => listHref(`/app/w/${client.id}/links`, {}, { ...days, host }),
  }
}

export type LeftOutProps = {
  to?: Reader
  of: readonly ForeignLinks[]
  /** The client whose reports they are. */
  client: string
  /** The list of the links on a host. */
  href: (host: string) => string
  /** Where the push moves to their owner; null if that is no better. */
  move?: (owner: ForeignLinks) => string | null
}

export const LeftOut = ({ to = ENGLISH, of, client, href, move = () => null }: LeftOutProps) => (
  <>
    {of.map((owner) => (
      <Banner tone="warn" action={moveThere(to, move(owner))}>
        <Say
          to={to}
          text="<b>{pages, plural, one {# page} other {# pages}} on {hosts, plural, one {a host} other {# hosts}} of {owner}</b> {pages, plural, one {is} other {are}} left out of the reports of {client}: <hosts></hosts>"
          values={{ pages: owner.links, hosts: owner.hosts.length, owner: owner.tenant_name, client }}
          tags={{ hosts: () => <Hosts to={to} hosts={owner.hosts} href={href} /> }}
        />
      </Banner>
    ))}
  </>
)

const moveThere = (to: Reader, href: string | null) =>
  href && <LinkButton href={href} class="btn small" label={say(to, 'Move push there')} />

/** More hosts are only counted. */
const MOST = 5

type HostsProps = Pick<ForeignLinks, 'hosts'> & Pick<LeftOutProps, 'href'> & { to: Reader }

const Hosts = ({ to, hosts, href }: HostsProps) => (
  <>
    {hosts.slice(0, MOST).map((host, i) => (
      <>
        {i > 0 && ', '}
        <a class="link" href={href(host)}>
          {host}
        </a>
      </>
    ))}
    {hosts.length > MOST && ` ${say(to, 'and {n} more', { n: hosts.length - MOST })}`}.
  </>
)
