/** A client's own people ask their agency about a page. */
import { goTo, type Markup, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { askAboutPage } from '../../../src/features/reports/operations/questions.ts'
import { getShell } from '../../../src/operations/account/shell.ts'
import { brandFor } from '../../branding.ts'
import { formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import { drawPage } from '../../shell.tsx'

/** Whether the visitor is one of a client's own people, and not of the agency above it. */
export async function isOwnPerson(call: SignedInCall): Promise<boolean> {
  const { workspace, others } = await call.call(getShell, {})
  return workspace?.kind === 'client' && !others.some(({ id }) => id === workspace.parent_id)
}

export const agencyOf = (call: SignedInCall): string => brandFor(call, call.caller.tenant_id).name

const form = formScreen({
  at: '/ask',
  operation: askAboutPage,
  fields: ['url', 'text'],
  given: () => ({}),
  once: true,
  faults: ['conflict', 'rate_limited'],
  verb: 'Send question',
  page: (call, refused) => ask(call, refused),
  done: (call) => goTo(call.base, { text: `Question sent. ${agencyOf(call)} answers to ${call.visitor.user.email}.` }),
})

const ask = (call: SignedInCall, refused?: RefusedForm): Promise<Markup> =>
  drawPage(
    call,
    {
      title: `Ask ${agencyOf(call)}`,
      sub: `${agencyOf(call)} answers by e-mail to ${call.visitor.user.email}.`,
      crumbs: [{ label: 'Overview', href: call.base }, { label: 'Question' }],
      detail: true,
    },
    form.form(`${call.base}/ask`, { url: (call.query.u ?? '').slice(0, 2048) }, undefined, refused),
  )

export const ownAskScreens: readonly Screen[] = [page('/ask', (call) => ask(call)), ...form.screens]
