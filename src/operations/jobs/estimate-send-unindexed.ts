import { estimateOf } from '../../kernel/operation/estimate.ts'
import { sendUnindexed } from './send-unindexed-to-indexer.ts'

export const estimateSendUnindexed = estimateOf(sendUnindexed, {
  name: 'estimate_send_unindexed',
  instead: 'send_unindexed_to_indexer with `estimate`',
})
