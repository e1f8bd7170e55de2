import type { EventDocument } from '../../doors/docs/openapi.ts'
import { EVENT_TYPES, eventShape, sampleOf, TYPE_NAMES } from './catalog.ts'

/** Each type for the API document. */
export const EVENT_DOCUMENTS: Readonly<Record<string, EventDocument>> = Object.fromEntries(
  TYPE_NAMES.map((type) => [
    type,
    { when: EVENT_TYPES[type].when, shape: (name: string) => eventShape(name, type), sample: sampleOf(type) },
  ]),
)
