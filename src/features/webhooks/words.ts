/** The words of endpoints and deliveries, in rows and on the wire. */
import { namedEnum } from '../../kernel/operation/schema-names.ts'

/** The events of an endpoint: those of its workspace, those below it too, or those of the install. */
export const SCOPES = namedEnum('WebhookScope', ['own', 'tree', 'platform'])
export const ENDPOINT_STATES = namedEnum('WebhookState', ['on', 'off', 'disabled'])
export const DELIVERY_STATES = namedEnum('WebhookDeliveryState', ['waiting', 'delivered', 'dead', 'held'])
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Limits of the attempts kept for each delivery, and of the characters kept of each answer. */
export const ATTEMPTS_KEPT = 10
export const ANSWER_KEPT = 500
