import {
  action,
  goTo,
  page,
  platformAction,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { deleteIndexnowSite } from '../../src/operations/indexnow/delete-indexnow-site.ts'
import { getIndexnowSite } from '../../src/operations/indexnow/get-indexnow-site.ts'
import { rotateIndexnowKey } from '../../src/operations/indexnow/rotate-indexnow-key.ts'
import { tickIndexnow } from '../../src/operations/indexnow/tick-indexnow.ts'
import { updateIndexnowSite } from '../../src/operations/indexnow/update-indexnow-site.ts'
import { verifyIndexnowSite } from '../../src/operations/indexnow/verify-indexnow-site.ts'
import type { Question } from '../parts/forms/dialogs.tsx'
import { many } from '../parts/text/format.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { keyFile } from './key-file.tsx'
import { OWN, ownList } from './own.tsx'
import { addForm, listOf, moveForm, QUESTIONS, siteList, siteOf, sitePage } from './sites.tsx'

const ask = (name: string, question: Question, does: (call: SignedInCall) => Promise<Reply>) =>
  askScreen({
    at: `/indexnow/:id/${name}`,
    needs: updateIndexnowSite,
    of: (call) => call.call(getIndexnowSite, { id: call.params.id }),
    question,
    crumbs: (call, site) => [
      { label: 'IndexNow sites', href: listOf(call) },
      { label: site.host, href: siteOf(call) },
    ],
    does,
  })

export const indexnowScreens: readonly Screen[] = [
  ...siteList.screens,
  ...addForm.screens,
  page('/indexnow/:id', (call) => sitePage(call)),
  page('/indexnow/:id/file', keyFile),
  ...moveForm.screens,
  // The page of the site shows the result.
  action('/indexnow/:id/verify', async (call) => {
    const { verified, host } = await call.call(verifyIndexnowSite, { id: call.params.id })
    return verified
      ? goTo(siteOf(call), { text: `${host} is verified. Its links are sent from now on.` })
      : goTo(siteOf(call), { text: 'Key file not found. See the response below.', tone: 'bad' })
  }),
  action('/indexnow/:id/pings', async (call) => {
    const site = await call.call(updateIndexnowSite, { id: call.params.id, enabled: call.form.enabled })
    return goTo(siteOf(call), { text: site.enabled ? 'Pings resumed.' : 'Pings paused.' })
  }),
  ...ask('rotate-key', QUESTIONS.rotate, async (call) => {
    await call.call(rotateIndexnowKey, { id: call.params.id })
    return goTo(siteOf(call), { text: 'Key replaced. Publish the new one, then verify it.' })
  }),
  ...ask('delete', QUESTIONS.remove, async (call) => {
    await call.call(deleteIndexnowSite, { id: call.params.id })
    return goTo(listOf(call), { text: 'Site removed.' })
  }),
  ...ownList.screens,
  platformAction('/indexnow/tick', async (call) => {
    const { checked, failing, attempts } = await call.call(tickIndexnow, {})
    const keys = `${many(checked, 'key file')} checked, ${failing} not found.`
    return goTo(OWN, { text: `${keys} ${many(attempts, 'submission')} sent.`, tone: failing > 0 ? 'bad' : 'ok' })
  }),
]
