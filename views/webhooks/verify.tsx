/** Event types with samples, and a form that verifies a pasted header and body. */
import { htmlResponse, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getWebhookTypes, verifyWebhookSignature } from '../../src/features/webhooks/operations/events.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { Fold, Section } from '../kit/fold.tsx'
import { CopyBlock } from '../parts/forms/copy.tsx'
import { Banner } from '../parts/page/card.tsx'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage } from '../shell.tsx'
import { listOf } from './list.tsx'

/** A header is one line, whatever its length. */
const LINE = { type: 'text', autocomplete: 'off' }

type Verdict = AnswerOf<typeof verifyWebhookSignature>

export const verifyForm = formScreen({
  at: '/webhooks/verify',
  operation: verifyWebhookSignature,
  fields: ['webhook_id', 'webhook_timestamp', 'webhook_signature', 'body', 'secret', 'public_key'],
  given: () => ({}),
  hints: { secret: 'It is not stored.', public_key: 'Or this, for v1a signatures.' },
  inputs: { webhook_id: LINE, webhook_timestamp: LINE, webhook_signature: LINE },
  verb: 'Check signature',
  tone: 'plain',
  page: (call, refused) => verifyPage(call, refused),
  done: async (call, verdict) => htmlResponse(await verifyPage(call, undefined, verdict), 200),
})

export async function verifyPage(call: SignedInCall, refused?: RefusedForm, verdict?: Verdict) {
  const { types: items } = await call.call(getWebhookTypes, {})
  const { secret: _, ...kept } = call.form
  return drawPage(
    call,
    {
      title: 'Events and verification',
      crumbs: [{ label: 'Webhooks', href: listOf(call) }, { label: 'Events and verification' }],
      kind: 'settings',
    },
    <>
      <Section title="Check a signature" id="check">
        {verdict && (
          <Banner tone={verdict.valid ? 'ok' : 'bad'}>
            {verdict.problem ?? `The signature is valid. The attempt was ${verdict.age_s} seconds ago.`}
          </Banner>
        )}
        {verifyForm.form(`${listOf(call)}/verify`, verdict ? kept : {}, undefined, refused)}
      </Section>
      <Section title="Event types">
        <div>
          {items.map(({ type, when, platform, sample }, i) => (
            <Fold
              id={`sample-${i}`}
              summary={
                <>
                  <code>{type}</code>
                  <small class="sub2">{platform ? `${when} (platform)` : when}</small>
                </>
              }
            >
              <CopyBlock id={`body-${i}`} label="Sample body" value={JSON.stringify(sample, null, 2)} />
            </Fold>
          ))}
        </div>
      </Section>
    </>,
  )
}
