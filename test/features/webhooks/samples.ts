import { EVENT_TYPES, type EventType } from '../../../src/features/webhooks/index.ts'

/** Sample data of an event, as its schema has it. */
export const sampleData = (type: EventType) => EVENT_TYPES[type].sample as never
