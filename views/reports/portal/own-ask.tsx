/** A client's own people ask their agency about a page. */
import { goTo, type Markup, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { askAboutPage } from '../../../src/features/reports/operations/questions.ts'
import { say, text } from '../../../src/kernel/language/say.ts'
import { brandFor } from '../../branding.ts'
import { formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import { drawPage, zoneOf } from '../../shell.tsx'

export const agencyOf = (call: SignedInCall): string => brandFor(call, call.caller.tenant_id).name

const form = formScreen({
  at: '/ask',
  operation: askAboutPage,
  fields: ['url', 'text'],
  given: () => ({}),
  once: true,
  faults: ['conflict', 'rate_limited'],
  verb: text('Send question'),
  page: (call, refused) => ask(call, refused),
  done: (call) =>
    goTo(call.base, {
      text: say(zoneOf(call), 'Question sent. {agency} answers to {email}.', {
        ...{ agency: agencyOf(call), email: call.visitor.user.email },
      }),
    }),
})

function ask(call: SignedInCall, refused?: RefusedForm): Promise<Markup> {
  const [to, agency] = [zoneOf(call), agencyOf(call)]
  return drawPage(
    call,
    {
      title: say(to, 'Ask {agency}', { agency }),
      sub: say(to, '{agency} answers by e-mail to {email}.', { agency, email: call.visitor.user.email }),
      crumbs: [{ label: say(to, 'Overview'), href: call.base }, { label: say(to, 'Question') }],
      detail: true,
    },
    form.form(`${call.base}/ask`, { url: (call.query.u ?? '').slice(0, 2048) }, { to }, refused),
  )
}

export const ownAskScreens: readonly Screen[] = [page('/ask', (call) => ask(call)), ...form.screens]
