/** Documentation of webhooks: requests, signatures, attempts, and every type of event with its schema. */

import { publicPage, type Screen } from '../../src/doors/pages/web.ts'
import { EVENT_TYPES, type EventType, TYPE_NAMES } from '../../src/features/webhooks/index.ts'
import { signedRequest } from '../../src/features/webhooks/visitors.ts'
import { RETRIES } from '../../src/kernel/scheduling/retries.ts'
import { HOUR, MINUTE, SECOND } from '../../src/kernel/time/clock.ts'
import { Code, Snippets } from '../docs/code.tsx'
import { type Document, rowsOf } from '../docs/document.ts'
import { FieldTable } from '../docs/fields.tsx'
import { documentOf, inDocs } from '../docs/pages.tsx'
import { DocsTabs, operationHref, WEBHOOKS } from '../docs/reference.tsx'
import type { Child } from '../jsx/elements.ts'
import { DataTable } from '../parts/lists/table.tsx'
import { Card, CardBody } from '../parts/page/card.tsx'
import { PageHead } from '../parts/page/page-head.tsx'
import { snippetsFor } from './snippets.ts'

type Sample = ReturnType<typeof signedRequest>

export const WebhookDocs = ({ document, sample }: { document: Document; sample: Sample }) => (
  <>
    <PageHead
      title="Webhooks"
      sub="Signalpost sends events to an address of yours as they happen, signed by Standard Webhooks 1.0.0."
    />
    <DocsTabs current="webhooks" />
    <div class="grid">
      <div class="stack w7">
        <Request sample={sample} />
        <Delivery />
      </div>
      <div class="stack w5">
        <Receive />
        <Verification public_key={sample.public_key} />
      </div>
    </div>
    <Card
      title="Event types"
      id="types"
      aside={<span class="muted small">One webhook gets types, or groups such as push.*</span>}
      body
    >
      <div>
        {TYPE_NAMES.map((type) => (
          <EventEntry document={document} type={type} />
        ))}
      </div>
    </Card>
  </>
)

function Request({ sample: { text, secret, public_key } }: { sample: Sample }) {
  return (
    <Card title="A request" body>
      <p class="label-like">Signed now</p>
      <Code id="request" label="The request" text={text} />
      <p class="small muted">Use it to test your receiver within five minutes, with the keys of this sample.</p>
      <Named
        rows={[
          ['Secret of this sample', <code>{secret}</code>],
          ['Public key of this sample', <code>{public_key}</code>],
          ['webhook-id', 'Names the event. It is the same at each attempt and replay, and for each webhook.'],
          ['webhook-timestamp', 'Seconds since 1970 of this attempt. Refuse more than 5 minutes of difference.'],
          ['webhook-signature', 'v1: HMAC-SHA256 by the secret. v1a: ed25519 by the public key. One match is enough.'],
        ]}
      />
    </Card>
  )
}

const Named = ({ rows }: { rows: [string, Child][] }) => (
  <dl class="fields">
    {rows.map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

const Receive = () => (
  <Card title="Receive events" body>
    <ol class="numbered">
      <li>Open “Integrations”, then “Webhooks”, and add your address with the types that it gets.</li>
      <li>Store the secret, which is shown once. The public key stays on the page of the webhook.</li>
      <li>Verify the signature over the bytes as received, before you parse them.</li>
      <li>Answer 2xx within 15 seconds, then do the work. An event may arrive twice: remember its webhook-id.</li>
      <li>Send a test from the page of the webhook.</li>
    </ol>
    <p class="small muted">
      Programs use <a href={operationHref('create_webhook')}>create_webhook</a>. Events arrive in no fixed order. A type
      never changes incompatibly; new fields may appear, so ignore those you do not know.
    </p>
  </Card>
)

const Verification = ({ public_key }: { public_key: string }) => (
  <Card title="Verify a signature" id="verify" body>
    <Snippets id="verifying" of="Verify an event" snippets={snippetsFor(public_key)} />
    <p class="small muted">
      The page of your webhook has the same code with its own public key. Libraries named “standardwebhooks” verify v1
      in many languages. To find a mistake, let{' '}
      <a href={operationHref('verify_webhook_signature')}>verify_webhook_signature</a> check the headers and the body
      that you received.
    </p>
  </Card>
)

/** `5 min`, `2 h`, `75 h 35 min`. */
function lasting(ms: number): string {
  if (ms < MINUTE) return `${ms / SECOND} s`
  const [hours, minutes] = [Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE)]
  return [hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(' ')
}

function Delivery() {
  const attempts = [0, ...RETRIES.webhook.listed].map((pause, i, pauses) => ({
    n: i + 1,
    pause: i === 0 ? 'at once' : `after ${lasting(pause)}`,
    total: i === 0 ? '–' : lasting(pauses.slice(0, i + 1).reduce((sum, one) => sum + one, 0)),
  }))
  return (
    <Card title="Attempts">
      <CardBody>
        <p>
          Everything but 2xx within 15 seconds is a failure, redirects too. Each pause varies by{' '}
          {100 * RETRIES.webhook.jitter} %. A Retry-After of 429 and 503 makes it longer, up to a day.
        </p>
      </CardBody>
      <DataTable
        caption="Attempts"
        rows={attempts}
        columns={[
          { label: 'Attempt', cell: ({ n }) => String(n) },
          { label: 'Pause', cell: ({ pause }) => pause },
          { label: 'Since the event', class: 'num', cell: ({ total }) => total },
        ]}
      />
      <CardBody>
        <Named
          rows={[
            ['After the last', 'The event is listed as failed. Replay it, or all since a time, within 30 days.'],
            ['410', 'Turns the webhook off at once.'],
            [
              '5 days of failures',
              'After 10 or more without a success the webhook is off, and its admins get an e-mail.',
            ],
            ['While it is off', 'Events are held for 7 days. Turn it on to send or drop them.'],
            ['After an outage', 'The first success makes all events due that were missed.'],
            ['100 waiting', 'One that fails gets one attempt in five minutes. Other webhooks are not delayed.'],
            ['Addresses', 'https, public, no redirect. The address is resolved and judged again at each attempt.'],
          ]}
        />
      </CardBody>
    </Card>
  )
}

/** Whether the event belongs to no workspace. */
const isOfInstall = (example: unknown): boolean =>
  (example as { data: { tenant_id: string | null } }).data.tenant_id === null

function EventEntry({ document, type }: { document: Document; type: EventType }) {
  const { schema, example } = document.webhooks[type]!.post.requestBody.content['application/json']
  return (
    <details id={type}>
      <summary class="entry">
        <code>{type}</code> {EVENT_TYPES[type].when}
        {isOfInstall(example) && ' (scope platform)'}
      </summary>
      <div class="stack">
        <FieldTable caption={`Fields of ${type}`} rows={rowsOf(document, schema)} answer />
        <Code
          id={`sample-${type.replace('.', '-')}`}
          label={`Sample of ${type}`}
          text={JSON.stringify(example, null, 2)}
        />
      </div>
    </details>
  )
}

export const webhookDocs: Screen = publicPage(WEBHOOKS, (call) =>
  inDocs(
    call,
    'Webhooks',
    <WebhookDocs
      document={documentOf(call.app)}
      sample={signedRequest(call.app.config.site_url, call.app.clock.now())}
    />,
  ),
)
