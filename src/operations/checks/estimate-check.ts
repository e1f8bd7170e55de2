import { estimateOf } from '../../kernel/operation/estimate.ts'
import { checkIndex } from './check-index.ts'

export const estimateCheck = estimateOf(checkIndex, { name: 'estimate_check', instead: 'check_index with `estimate`' })
