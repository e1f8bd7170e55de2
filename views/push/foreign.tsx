/** Links on a host of another client than the one that pays: named beside the button, and asked about before the order. */

import type { ForeignPart } from '../../src/doors/pages/foreign-links.ts'
import { Banner } from '../parts/page/card.tsx'
import { many, number } from '../parts/text/format.ts'
import { isolated } from '../parts/text/name.tsx'
import type { Bill } from './order.ts'

/** Step that drops these links from the list, and the prefix of one that orders them for their client instead. */
export const LEAVE_FOREIGN = 'leave-foreign'
export const FOR = 'for:'

/** The payer and the links of each other client, to which a second click agrees. */
export const foreignKey = ({ tenant_id, foreign }: Pick<Bill, 'tenant_id' | 'foreign'>): string =>
  foreign.length === 0 ? '' : `${tenant_id} ${foreign.map((part) => `${part.tenant_id}:${part.links}`).join(' ')}`

export const countForeign = (foreign: readonly ForeignPart[]): number =>
  foreign.reduce((sum, { links }) => sum + links, 0)

/** `40 links are on a host of Orchard Outdoor.` */
export const ForeignWords = ({ bill, asked }: { bill: Bill; asked: boolean }) => (
  <Banner tone="warn">
    {bill.foreign.map((part) => (
      <p>
        <b>{wordsOf(part)}</b>
      </p>
    ))}
    <p>
      {asked
        ? `Nothing was pushed yet. ${sequel(bill, 'pays', 'leave', 'show')}`
        : sequel(bill, 'would pay', 'would leave', 'would show')}
    </p>
  </Banner>
)

const sequel = ({ purse, foreign }: Bill, pays: string, leave: string, show: string): string =>
  `${isolated(purse)} ${pays}, and its reports ${inReports(countForeign(foreign), countHeldOut(foreign), leave, show)}.`

const countHeldOut = (foreign: readonly ForeignPart[]): number =>
  foreign.reduce((sum, { held_out }) => sum + held_out, 0)

const wordsOf = ({ links, hosts, tenant_name }: ForeignPart): string =>
  `${many(links, 'link')} ${links === 1 ? 'is' : 'are'} on ${hosts.length === 1 ? 'a host' : many(hosts.length, 'host')} of ${isolated(tenant_name)}.`

/** The odd links of a list, by client. */
export const ForeignList = ({ foreign }: { foreign: readonly ForeignPart[] }) => (
  <>
    {foreign.map(({ tenant_name, links, examples }) => (
      <div class="odd">
        <p class="small">{`Links of ${isolated(tenant_name)}`}</p>
        <ul>
          {examples.map((url) => (
            <li title={url}>{url}</li>
          ))}
        </ul>
        {links > examples.length && <p class="muted small">{`and ${number(links - examples.length)} more`}</p>}
      </div>
    ))}
  </>
)

/** The act to offer first: most links are another client's, or the odd ones are left out. */
export function betterAct({ foreign }: Bill, links: number): { step: string; says: string; icon?: 'x' } | null {
  const [most] = foreign
  if (!most) return null
  if (most.links * 2 > links) return { step: `${FOR}${most.tenant_id}`, says: `Push for ${isolated(most.tenant_name)}` }
  const odd = countForeign(foreign)
  return { step: LEAVE_FOREIGN, says: `Leave out ${many(odd, 'link')}`, icon: 'x' }
}

/** `leave 3 of them out`: what becomes of links on hosts of others, some or all of them left out. */
function inReports(links: number, out: number, leave: string, show: string): string {
  const them = links === 1 ? 'it' : 'them'
  if (out === 0) return `${show} ${them}`
  return `${leave} ${out === links ? them : `${many(out, 'link')} of them`} out`
}
