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
import { rotateIndexnowKey } from '../../src/operations/indexnow/rotate-indexnow-key.ts'
import { tickIndexnow } from '../../src/operations/indexnow/tick-indexnow.ts'
import { updateIndexnowSite } from '../../src/operations/indexnow/update-indexnow-site.ts'
import { verifyIndexnowSite } from '../../src/operations/indexnow/verify-indexnow-site.ts'
import type { Act } from '../kit/menu.tsx'
import type { Question } from '../parts/dialogs.tsx'
import { many } from '../parts/format.ts'
import { askedOf } from '../parts/list.ts'
import { issuesIn } from '../refused.ts'
import { confirmPage, drawPage, installPage, may, requireMay, zoneOf } from '../shell.tsx'
import { OwnIndexNow } from './own.tsx'
import { NewSite, SitePage, type SiteProps, siteList } from './sites.tsx'

export const indexnowScreens: readonly Screen[] = [
  ...siteList.screens,
  action('/indexnow', add),
  page('/indexnow/:id', (call) => sitePage(call)),
  action('/indexnow/:id', relocate),
  action('/indexnow/:id/verify', verify),
  action('/indexnow/:id/pings', async (call) => {
    const site = await call.call(updateIndexnowSite, { id: call.params.id, enabled: call.form.enabled })
    return goTo(siteOf(call), { text: site.enabled ? 'Pings resumed.' : 'Pings paused.' })
  }),
  platformPage('/indexnow', async (call) => {
    const own = await call.call(getOwnIndexnow, askedOf(getOwnIndexnow, call.query))
    const props = { own, query: call.query, self: OWN, zone: zoneOf(call) }
    return installPage(call, 'IndexNow, own', <OwnIndexNow {...props} />)
  }),
  platformAction('/indexnow/tick', async (call) => {
    const { checked, failing, attempts } = await call.call(tickIndexnow, {})
    const keys = `${many(checked, 'key file')} checked, ${failing} not found.`
    return goTo(OWN, { text: `${keys} ${many(attempts, 'submission')} sent.`, tone: failing > 0 ? 'bad' : 'ok' })
  }),
  page('/indexnow/:id/rotate-key', (call) => ask(call, 'rotate-key', ROTATING)),
  action('/indexnow/:id/rotate-key', async (call) => {
    await call.call(rotateIndexnowKey, { id: call.params.id })
    return goTo(siteOf(call), { text: 'Key replaced. Publish the new one, then verify it.' })
  }),
  page('/indexnow/:id/delete', (call) => ask(call, 'delete', REMOVING)),
  action('/indexnow/:id/delete', async (call) => {
    await call.call(deleteIndexnowSite, { id: call.params.id })
    return goTo(listOf(call), { text: 'Site removed.' })
  }),
]

const OWN = '/app/platform/indexnow'

const listOf = ({ base }: SignedInCall): string => `${base}/indexnow`
const siteOf = (call: SignedInCall): string => `${listOf(call)}/${call.params.id}`

async function add(call: SignedInCall) {
  const { host } = call.form
  try {
    const site = await call.call(addIndexnowSite, { host })
    return goTo(`${listOf(call)}/${site.id}`, { text: `${site.host} is added. Publish its key, then verify it.` })
  } catch (error) {
    const issues = issuesIn(error, ['conflict'])
    const form = <NewSite action={listOf(call)} values={{ host: host ?? '' }} issues={issues} />
    return htmlResponse(await siteList.draw(call, form), (error as Fault).status)
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
  const self = siteOf(call)
  const acts: Act[] = [
    {
      label: site.enabled ? 'Pause pings' : 'Resume pings',
      icon: 'circle-pause',
      post: `${self}/pings`,
      fields: { enabled: String(!site.enabled) },
    },
    { label: 'Replace key', icon: 'refresh-cw', ask: `${self}/rotate-key`, question: ROTATING },
    { label: 'Remove site', icon: 'trash-2', ask: `${self}/delete`, question: REMOVING, danger: true },
  ]
  const crumbs = [{ label: 'IndexNow sites', href: listOf(call) }, { label: site.host }]
  return drawPage(call, { title: site.host, crumbs, menu: props.changes ? acts : [] }, <SitePage {...props} />)
}

async function relocate(call: SignedInCall) {
  try {
    await call.call(updateIndexnowSite, { id: call.params.id, key_location: call.form.key_location || null })
    return goTo(siteOf(call), { text: 'Saved. Verify the file at its new address.' })
  } catch (error) {
    return htmlResponse(await sitePage(call, { issues: issuesIn(error) }), (error as Fault).status)
  }
}

/** The page of the site shows what was found. */
async function verify(call: SignedInCall) {
  const { verified, host } = await call.call(verifyIndexnowSite, { id: call.params.id })
  return verified
    ? goTo(siteOf(call), { text: `${host} is verified. Its links are sent from now on.` })
    : goTo(siteOf(call), { text: 'Key file not found. See the response below.', tone: 'bad' })
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
  title: 'Replace the key?',
  body: 'The current key stops at once. Nothing is sent for this host until the new key is published and verified.',
  verb: 'Replace key',
}
const REMOVING: Question = {
  title: 'Remove this site?',
  body: 'Links of this host are no longer sent to IndexNow. Past submissions stay in their pushes.',
  verb: 'Remove site',
}
