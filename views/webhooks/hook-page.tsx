/** One webhook: its deliveries, its secrets, and how to verify its events. */

import type { getWebhookDelivery, listWebhookDeliveries } from '../../src/features/webhooks/operations/deliveries.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { Snippets } from '../docs/code.tsx'
import type { Child } from '../jsx/elements.ts'
import { EmptyState, Fold, Section } from '../kit/fold.tsx'
import { Strip } from '../kit/strip.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyBlock, CopyField } from '../parts/forms/copy.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { dayTime, many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { snippetsFor } from './snippets.ts'
import { DELIVERY_WORDS, type Hook, hookState, SCOPE_WORDS } from './words.ts'

type Deliveries = AnswerOf<typeof listWebhookDeliveries>
type Delivery = AnswerOf<typeof getWebhookDelivery>

type HookProps = { hook: Hook; deliveries: Deliveries; self: string; form: Child; zone: string }

export const HookPage = ({ hook, deliveries, self, form, zone }: HookProps) => (
  <>
    <Note hook={hook} self={self} />
    <Strip
      facts={[
        { label: 'State', value: <Chip {...hookState(hook)} /> },
        { label: 'Waiting', value: number(hook.waiting) },
        { label: 'Failed', value: number(hook.dead), note: 'last 37 days' },
        { label: 'Last delivery', value: <When time={hook.delivered_at} zone={zone} /> },
        { label: 'Events of', value: SCOPE_WORDS[hook.scope] },
      ]}
    />
    <Section title="Deliveries" note={deliveries.total ? many(deliveries.total, 'event') : undefined}>
      <DataTable
        caption="Deliveries"
        columns={columns(self, zone)}
        rows={deliveries.items}
        lines
        empty={<EmptyState icon="send">No event was sent yet. Send a test to see an answer.</EmptyState>}
      />
    </Section>
    <Fold summary="Verify signatures" id="verify">
      <Verify public_key={hook.public_key} />
    </Fold>
    <Fold summary="Change webhook" id="change">
      {form}
    </Fold>
  </>
)

const Verify = ({ public_key }: { public_key: string }) => (
  <div class="form">
    <CopyField id="public-key" label="Public key" value={public_key} hint="Verifies v1a signatures. Safe to share." />
    <Snippets id="snippet" of="Verify an event" snippets={snippetsFor(public_key)} />
  </div>
)

const RESTORED = 'A backup was restored. Events that waited in it may have been delivered since.'

function Note({ hook, self }: { hook: Hook; self: string }) {
  const { state, held } = hook
  const is_on = state === 'on'
  const [send, drop] = is_on ? ['Send', 'Drop them'] : ['Turn on, send', 'Turn on, drop them']
  if (!is_on || held > 0)
    return (
      <Banner
        tone={state === 'disabled' ? 'bad' : 'warn'}
        action={
          <>
            <Post action={`${self}/on`} fields={{ held: 'send' }} class="btn small">
              {held ? `${send} ${many(held, 'held event')}` : 'Turn on'}
            </Post>
            {held > 0 && <Post action={`${self}/on`} fields={{ held: 'drop' }} class="btn small" label={drop} />}
          </>
        }
      >
        {is_on ? RESTORED : (hook.why_disabled ?? 'The webhook is off. No event is kept for it.')}
      </Banner>
    )
  return hook.old_secret_until ? (
    <Banner tone="info">{`The old secret signs too until ${dayTime(hook.old_secret_until, 'UTC')} UTC.`}</Banner>
  ) : null
}

const columns = (self: string, zone: string): Column<Deliveries['items'][number]>[] => [
  { label: 'Event', cell: ({ id, type }) => <Named href={`${self}/deliveries/${id}`} name={type} /> },
  { label: 'State', cell: ({ state }) => <Chip {...DELIVERY_WORDS[state]} /> },
  { label: 'Answer', cell: ({ status, error }) => error ?? (status === null ? '–' : String(status)) },
  { label: 'Attempts', class: 'num wide-only', cell: ({ attempts }) => number(attempts) },
  { label: 'Created', class: 'num when', cell: ({ created_at }) => <When time={created_at} zone={zone} /> },
  {
    label: 'Next',
    class: 'num when wide-only',
    cell: ({ next_attempt_at }) => <When time={next_attempt_at} zone={zone} />,
  },
]

export const DeliveryPage = ({ delivery, zone }: { delivery: Delivery; zone: string }) => (
  <>
    <Strip
      facts={[
        { label: 'State', value: <Chip {...DELIVERY_WORDS[delivery.state]} /> },
        { label: 'Attempts', value: number(delivery.attempts) },
        { label: 'Created', value: <When time={delivery.created_at} zone={zone} /> },
        { label: 'Next attempt', value: <When time={delivery.next_attempt_at} zone={zone} /> },
      ]}
    />
    <Section title="Attempts">
      <DataTable
        caption="Attempts"
        rows={delivery.tries}
        lines
        columns={[
          { label: 'Time', class: 'when', cell: ({ at }) => <When time={at} zone={zone} exact /> },
          { label: 'Answer', cell: ({ status, error }) => error ?? String(status) },
          { label: 'Took', class: 'num', cell: ({ took_ms }) => `${number(took_ms)} ms` },
          { label: 'First words', cell: ({ answer }) => answer ?? '–' },
        ]}
        empty={<EmptyState icon="clock">No attempt yet.</EmptyState>}
      />
    </Section>
    <Section title="Request">
      <div class="form">
        <CopyBlock id="headers" label="Headers" value={delivery.headers.join('\n')} />
        <CopyBlock id="body" label="Body" value={delivery.body} />
      </div>
    </Section>
  </>
)
