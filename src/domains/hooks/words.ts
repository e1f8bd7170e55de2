/** The words of endpoints and deliveries, in rows and on the wire. */
import { words } from '../../kernel/operation/schema-names.ts'

/** Whose events an endpoint gets: the workspace's own, those below it too, or those of the install. */
export const SCOPES = words('WebhookScope', ['own', 'tree', 'platform'])
export const ENDPOINT_STATES = words('WebhookState', ['on', 'off', 'disabled'])
export const DELIVERY_STATES = words('WebhookDeliveryState', ['waiting', 'delivered', 'dead', 'held'])
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Of each delivery, and of each answer, so much is kept. */
export const ATTEMPTS_KEPT = 10
export const ANSWER_KEPT = 500
