export { attempt, headersOf } from './attempt.ts'
export {
  CHOICES,
  type DataOf,
  EVENT_TYPES,
  type EventType,
  eventShape,
  GROUPS,
  isOfPlatform,
  sampleOf,
  TYPE_NAMES,
} from './catalog.ts'
export {
  attemptsOf,
  bodyOf,
  findDelivery,
  forgetEvents,
  forgetHeld,
  holdAll,
  replaySince,
  replayThese,
} from './deliveries.ts'
export {
  assertSends,
  changeEndpoint,
  countEndpoints,
  createEndpoint,
  deleteEndpoint,
  ENDPOINT_SECRETS,
  endpointById,
  findEndpoint,
  rotateSecret,
} from './endpoints.ts'
export { recordEvent, SEND_WEBHOOKS } from './record.ts'
export { sendWebhooks } from './send.ts'
export { judgeSignatures, TOLERANCE_S } from './signing.ts'
export type { AttemptRow, DeliveryRow, EndpointRow } from './tables.ts'
