import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { getLink } from '../../src/operations/links/get-link.ts'
import { listLinks } from '../../src/operations/links/list-links.ts'
import { getTenantOverview } from '../../src/operations/tenants/get-tenant-overview.ts'
import { drawPage, mayWrite, zoneOf } from '../shell.tsx'
import { Portal } from './portal.tsx'

/** Pages in the list of those pushed last. */
const FEW = 5

/** Overview of a client's own people. */
export async function portal(call: SignedInCall) {
  const { base, caller, query } = call
  const asked = (query.u ?? '').trim().slice(0, 2048)
  const { standing, cases, report } = await call.call(getTenantOverview, { id: caller.tenant_id })
  const [indexed, visible, waiting] = [
    await count(call, 'indexed'),
    await count(call, 'visible'),
    await count(call, 'waiting'),
  ]
  const { items: recent } = await call.call(listLinks, { page_size: FEW }, { here: true })
  const content = (
    <Portal
      asked={asked}
      found={asked === '' ? null : await lifeOf(call, asked)}
      figures={{ found: indexed + visible, waiting, sent_30d: standing.sent_30d, rate: standing.rate }}
      report={report}
      recent={recent}
      attention={cases.length > 0 ? { count: cases.length, href: `${base}/today` } : null}
      base={base}
      zone={zoneOf(call)}
    />
  )
  const act = mayWrite(call) ? ({ label: 'New push', icon: 'plus', href: `${base}/push` } as const) : null
  return drawPage(call, { title: 'Overview', heading: 'Is my page in Google?', act, kind: 'portal' }, content)
}

const count = async (call: SignedInCall, verdict: 'indexed' | 'visible' | 'waiting'): Promise<number> =>
  (await call.call(listLinks, { verdict, page_size: 1 }, { here: true })).total

/** The newest push of the page, by its address with or without its scheme. */
async function lifeOf(call: SignedInCall, asked: string) {
  const spelled = /^https?:\/\//i.test(asked) ? [asked] : [`https://${asked}`, `http://${asked}`]
  for (const url of spelled) {
    const { items } = await call.call(listLinks, { url, page_size: 1 }, { here: true })
    if (items[0]) return call.call(getLink, { uid: items[0].uid }, { here: true })
  }
  return null
}
