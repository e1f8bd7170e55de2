/** For the operator of a restored install: what would go out again, and the choice. */
import { goTo, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { minuteOf } from '../../src/kernel/time/clock.ts'
import { getRestored, releaseRestored } from '../../src/operations/system.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Banner, Card } from '../parts/page/card.tsx'
import { many } from '../parts/text/format.ts'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage } from '../shell.tsx'
import { nameOf } from '../suppliers/vendors.ts'

const AT = '/app/platform/backups/restored'
type State = AnswerOf<typeof getRestored>

const form = formScreen({
  at: '/backups/restored',
  operator: true,
  operation: releaseRestored,
  fields: ['orders', 'letters'],
  words: {
    orders: { ask: 'Ask the suppliers first', send: 'Send them', cancel: 'Cancel them and refund their credits' },
    letters: { send: 'Send them', drop: 'Drop them; the log can send each again' },
  },
  verb: 'Release the install',
  page: (call, refused) => restoredPage(call, refused),
  done: (_call, { held, cancelled, dropped }) =>
    goTo(AT, {
      text: !held
        ? 'Nothing was held.'
        : `Released. ${many(cancelled, 'link')} cancelled, ${many(dropped, 'e-mail')} dropped; everything else goes on.`,
    }),
})

export const restoredScreens: readonly Screen[] = [
  platformPage('/backups/restored', (call) => restoredPage(call)),
  ...form.screens,
]

const restoredPage = async (call: SignedInCall, refused?: RefusedForm) => {
  const state = await call.call(getRestored, {})
  const crumbs = [{ label: 'Backups', href: '/app/platform/backups' }, { label: 'Restored install' }]
  const sub = 'What went out after the backup is not in its data.'
  return drawPage(
    call,
    { title: 'Restored install', sub, operator: true, kind: 'settings', crumbs },
    state.waiting ? <Held {...state} waiting={state.waiting} refused={refused} /> : <Free {...state} />,
  )
}

const Free = ({ restored }: State) => (
  <EmptyState icon="check">
    {restored
      ? `Restored from a backup of ${minuteOf(restored.made_at)} and released. Nothing is held.`
      : 'This install was never restored. Nothing is held.'}
  </EmptyState>
)

type HeldProps = State & { waiting: NonNullable<State['waiting']>; refused: RefusedForm | undefined }

const Held = ({ restored, waiting: { suppliers, pushes, links, letters, events }, refused }: HeldProps) => (
  <>
    <Banner tone="bad" icon="clock">
      Restored from a backup of {minuteOf(restored!.made_at)}. Orders, e-mails, checks and refunds wait until you
      release them.
    </Banner>
    <Section title="What would go out">
      <ul>
        <li>
          {links === 0
            ? 'No link waits to be sent.'
            : `${many(links, 'link')} of ${many(pushes, 'push', 'pushes')} may already be at ${suppliers.map(nameOf).join(' or ') || 'the supplier'}.`}
        </li>
        {letters > 0 && <li>{`${many(letters, 'e-mail')} waited in the backup, and may have been sent since.`}</li>}
        {events > 0 && (
          <li>{`${many(events, 'webhook event')} held: send or drop them on the page of their webhook.`}</li>
        )}
        <li>
          {restored!.is_known
            ? 'Whatever the replaced database knows was taken over: it is not sent again.'
            : 'There was no replaced database to ask what went out since.'}
        </li>
      </ul>
    </Section>
    <Card body>{form.form(AT, { orders: 'ask', letters: restored!.is_known ? 'send' : 'drop' }, {}, refused)}</Card>
  </>
)
