import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listClients } from '../../src/operations/clients/clients.ts'

/** A row of the list of clients. */
export type ClientRow = AnswerOf<typeof listClients>['items'][number]
