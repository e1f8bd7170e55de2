export { attempt } from './attempt.ts'
export { EVENT_TYPES, type EventType, eventShape, isOfPlatform, sampleOf, TYPE_NAMES } from './catalog.ts'
export { bodyFor } from './chat.ts'
export { endOld, findDelivery, forgetEvents, forgetHeld, OUTGOING, replaySince, replayThese } from './deliveries.ts'
export { moveDropNews, noteDrops, noteEngineEvent } from './drop-news.ts'
export {
  changeEndpoint,
  countEndpoints,
  createEndpoint,
  deleteEndpoint,
  ENDPOINT_SECRETS,
  endpointById,
  findEndpoint,
  rotateSecret,
  seenBy,
} from './endpoints.ts'
export { ownSamples } from './own-samples.ts'
export { deliveryOnWire, endpointOnWire, headersIn } from './read.ts'
export { recordEvent, SEND_WEBHOOKS } from './record.ts'
export { sendWebhooks } from './send.ts'
export * from './shapes.ts'
export type { DeliveryRow, EndpointRow } from './tables.ts'
export { beginTest, noteTest } from './try-out.ts'
export { DELIVERY_STATES } from './words.ts'
