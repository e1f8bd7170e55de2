/** The webhook of Stripe. Its signature is of the raw body, so the bytes are read as they came. */
import { Elysia } from 'elysia'
import { appOf } from '../../../doors/door-base.ts'
import { bytesOf } from '../../../doors/rest/reading.ts'
import { visitOf } from '../../../doors/visit.ts'
import { receiveEvent, WEBHOOK_PATH } from '../index.ts'

const BODY_LIMIT = 1 << 20

export const payments = () =>
  new Elysia({ normalize: false }).post(
    WEBHOOK_PATH,
    async ({ request }) => {
      const app = appOf(request)
      if (app.config.stripe_secret_key === '' || app.config.stripe_webhook_secret === '')
        return new Response('Not found', { status: 404 })
      const body = new TextDecoder().decode(await bytesOf(request, BODY_LIMIT))
      const { ip, id: request_id } = visitOf(request)
      const result = await receiveEvent(app, body, request.headers.get('stripe-signature') ?? '', { ip, request_id })
      if (!result)
        app.events.note({
          kind: 'signature_refused',
          group: WEBHOOK_PATH,
          caller: null,
          target: WEBHOOK_PATH,
          after: { of: 'stripe' },
          ip,
          request_id,
        })
      return result ? Response.json({ received: true, ...result }) : Response.json({ error: UNSIGNED }, { status: 400 })
    },
    { parse: 'none' },
  )

const UNSIGNED =
  'The signature is not one that SIGNALPOST_STRIPE_WEBHOOK_SECRET made of this body within five minutes of this clock.'
