import {
  action,
  goTo,
  htmlResponse,
  page,
  platformAction,
  platformPage,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { addIndexnowSite } from '../../src/operations/indexnow/add-indexnow-site.ts'
import { deleteIndexnowSite } from '../../src/operations/indexnow/delete-indexnow-site.ts'
import { getIndexnowSite } from '../../src/operations/indexnow/get-indexnow-site.ts'
import { getOwnIndexnow } from '../../src/operations/indexnow/get-own-indexnow.ts'
import { listIndexnowSites } from '../../src/operations/indexnow/list-indexnow-sites.ts'
import { rotateIndexnowKey } from '../../src/operations/indexnow/rotate-indexnow-key.ts'
import { tickIndexnow } from '../../src/operations/indexnow/tick-indexnow.ts'
import { updateIndexnowSite } from '../../src/operations/indexnow/update-indexnow-site.ts'
import { verifyIndexnowSite } from '../../src/operations/indexnow/verify-indexnow-site.ts'
import type { Question } from '../parts/dialogs.tsx'
import { many } from '../parts/format.ts'
import { askedOf } from '../parts/list.ts'
import { issuesIn } from '../refused.ts'
import { appPage, confirmPage, installPage, may, requireMay, zoneOf } from '../shell.tsx'
import { OwnIndexNow } from './own.tsx'
import { SitePage, type SiteProps, Sites, type SitesProps } from './sites.tsx'

export const indexnowScreens: readonly Screen[] = [
  page('/indexnow', (call) => sitesPage(call)),
  action('/indexnow', add),
  page('/indexnow/:id', (call) => sitePage(call)),
  action('/indexnow/:id', relocate),
  action('/indexnow/:id/verify', verify),
  action('/indexnow/:id/pings', async (call) => {
    const site = await call.call(updateIndexnowSite, { id: call.params.id, enabled: call.form.enabled })
    return goTo(siteOf(call), { text: site.enabled ? 'Pings go on.' : 'Pings are paused.' })
  }),
  platformPage('/indexnow', async (call) => {
    const own = await call.call(getOwnIndexnow, askedOf(getOwnIndexnow, call.query))
    const props = { own, query: call.query, self: OWN, zone: zoneOf(call) }
    return installPage(call, 'IndexNow, own', <OwnIndexNow {...props} />)
  }),
  platformAction('/indexnow/tick', async (call) => {
    const { checked, failing, attempts } = await call.call(tickIndexnow, {})
    const keys = `${many(checked, 'key file')} looked at, ${failing} of them not in order.`
    return goTo(OWN, { text: `${keys} ${many(attempts, 'submission')} sent.`, tone: failing > 0 ? 'bad' : 'ok' })
  }),
  page('/indexnow/:id/rotate-key', (call) => ask(call, 'rotate-key', ROTATING)),
  action('/indexnow/:id/rotate-key', async (call) => {
    await call.call(rotateIndexnowKey, { id: call.params.id })
    return goTo(siteOf(call), { text: 'There is a new key. Host it, then verify.' })
  }),
  page('/indexnow/:id/delete', (call) => ask(call, 'delete', REMOVING)),
  action('/indexnow/:id/delete', async (call) => {
    await call.call(deleteIndexnowSite, { id: call.params.id })
    return goTo(listOf(call), { text: 'The site is removed.' })
  }),
]

const OWN = '/app/platform/indexnow'

const listOf = ({ base }: SignedInCall): string => `${base}/indexnow`
const siteOf = (call: SignedInCall): string => `${listOf(call)}/${call.params.id}`

async function sitesPage(call: SignedInCall, more: Pick<SitesProps, 'values' | 'issues'> = {}) {
  const props: SitesProps = {
    ...more,
    list: await call.call(listIndexnowSites, askedOf(listIndexnowSites, call.query), { here: true }),
    query: call.query,
    self: listOf(call),
    adds: may(call, addIndexnowSite),
    zone: zoneOf(call),
  }
  return appPage(call, 'IndexNow sites', <Sites {...props} />)
}

async function add(call: SignedInCall) {
  const { host } = call.form
  try {
    const site = await call.call(addIndexnowSite, { host })
    return goTo(`${listOf(call)}/${site.id}`, { text: `${site.host} is added. Host its key, then verify.` })
  } catch (error) {
    const issues = issuesIn(error, ['conflict'])
    return htmlResponse(await sitesPage(call, { values: { host }, issues }), (error as Fault).status)
  }
}

async function sitePage(call: SignedInCall, more: Pick<SiteProps, 'issues'> = {}) {
  const site = await call.call(getIndexnowSite, { id: call.params.id })
  const { key_location } = updateIndexnowSite.input.properties
  const props: SiteProps = {
    ...more,
    site,
    list: listOf(call),
    verifies: may(call, verifyIndexnowSite),
    changes: may(call, updateIndexnowSite) ? { properties: { key_location } } : null,
    zone: zoneOf(call),
  }
  return appPage(call, site.host, <SitePage {...props} />)
}

async function relocate(call: SignedInCall) {
  try {
    await call.call(updateIndexnowSite, { id: call.params.id, key_location: call.form.key_location || null })
    return goTo(siteOf(call), { text: 'Saved. Verify the file at its new place.' })
  } catch (error) {
    return htmlResponse(await sitePage(call, { issues: issuesIn(error) }), (error as Fault).status)
  }
}

/** What was found stands on the page of the site, whatever it was. */
async function verify(call: SignedInCall) {
  const { verified, host } = await call.call(verifyIndexnowSite, { id: call.params.id })
  return verified
    ? goTo(siteOf(call), { text: `${host} is verified: its pages are sent from now on.` })
    : goTo(siteOf(call), { text: 'The key was not found there. What stands there is told below.', tone: 'bad' })
}

async function ask(call: SignedInCall, name: string, question: Question) {
  requireMay(call, updateIndexnowSite)
  const site = await call.call(getIndexnowSite, { id: call.params.id })
  const back = siteOf(call)
  return confirmPage(call, question, {
    href: `${back}/${name}`,
    back,
    crumbs: [
      { label: 'IndexNow sites', href: listOf(call) },
      { label: site.host, href: back },
    ],
  })
}

const ROTATING: Question = {
  title: 'Make a new key?',
  body: 'The present key ends at once. Nothing is sent for this host until the new one is hosted and verified.',
  verb: 'Make a new key',
}
const REMOVING: Question = {
  title: 'Remove this site?',
  body: 'Pages of this host are not sent to IndexNow any more. What was sent stays in the jobs.',
  verb: 'Remove site',
}
