import { goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { say } from '../../src/kernel/language/say.ts'
import {
  rotateIndexnowKey,
  tickIndexnow,
  updateIndexnowSite,
  verifyIndexnowSite,
} from '../../src/operations/indexnow/keys.ts'
import { deleteIndexnowSite, getIndexnowSite, getOwnIndexnow } from '../../src/operations/indexnow/sites.ts'
import { act, platformAct } from '../screens/act.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { listScreen } from '../screens/list-screen.tsx'
import { zoneOf } from '../shell.tsx'
import { keyFile } from './key-file.tsx'
import { addForm, listOf, moveForm, QUESTIONS, siteList, siteOf, sitePage, submissions } from './sites.tsx'

const OWN = '/app/platform/indexnow'

const ownList = listScreen({
  at: '/indexnow',
  operator: true,
  operation: getOwnIndexnow,
  title: 'IndexNow',
  sub: (_, { host }) =>
    `Submissions of the pages on ${host}. “Check and send” verifies all key files and sends waiting links.`,
  kind: 'settings',
  act: () => ({ label: 'Check and send now', href: `${OWN}/tick`, post: true }),
  columns: ({ zone }) => submissions(zone),
  empty: {
    icon: 'globe',
    text: (_, { host }) => `No submission of ${host} yet. Push one of its pages to see it here.`,
  },
})

const OF_SITE = {
  of: (call: SignedInCall) => call.call(getIndexnowSite, { id: call.params.id }),
  crumbs: (call: SignedInCall, site: { host: string }) => [
    { label: say(zoneOf(call), 'IndexNow sites'), href: listOf(call) },
    { label: site.host, href: siteOf(call) },
  ],
}

export const indexnowScreens: readonly Screen[] = [
  ...siteList.screens,
  ...addForm.screens,
  page('/indexnow/:id', (call) => sitePage(call)),
  page('/indexnow/:id/file', keyFile),
  ...moveForm.screens,
  // The page of the site shows the result.
  act('/indexnow/:id/verify', verifyIndexnowSite, (call, { verified, host }) =>
    verified
      ? goTo(siteOf(call), { text: say(zoneOf(call), '{host} is verified. Its links are sent from now on.', { host }) })
      : goTo(siteOf(call), { text: say(zoneOf(call), 'Key file not found. See the response below.'), tone: 'bad' }),
  ),
  act('/indexnow/:id/pings', updateIndexnowSite, (call, { enabled }) =>
    goTo(siteOf(call), { text: enabled ? say(zoneOf(call), 'Pings resumed.') : say(zoneOf(call), 'Pings paused.') }),
  ),
  ...askScreen({
    ...OF_SITE,
    at: '/indexnow/:id/rotate-key',
    operation: rotateIndexnowKey,
    question: (_, call) => QUESTIONS.rotate(zoneOf(call)),
    done: (call) =>
      goTo(siteOf(call), { text: say(zoneOf(call), 'Key replaced. Publish the new one, then verify it.') }),
  }),
  ...askScreen({
    ...OF_SITE,
    at: '/indexnow/:id/delete',
    operation: deleteIndexnowSite,
    question: (_, call) => QUESTIONS.remove(zoneOf(call)),
    done: (call) => goTo(listOf(call), { text: say(zoneOf(call), 'Site removed.') }),
  }),
  ...ownList.screens,
  platformAct('/indexnow/tick', tickIndexnow, (_, { checked, failing, attempts }) => {
    const keys = `${checked} key ${checked === 1 ? 'file' : 'files'} checked, ${failing} not found.`
    const sent = `${attempts} ${attempts === 1 ? 'submission' : 'submissions'} sent.`
    return goTo(OWN, { text: `${keys} ${sent}`, tone: failing > 0 ? 'bad' : 'ok' })
  }),
]
