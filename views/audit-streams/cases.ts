/** The case of a stream that fails. */
import type { Slots } from '../../src/doors/pages/web.ts'
import { opens, there } from '../kit/case-line.ts'

export const STREAM_WORDS: Slots['case_words'] = {
  audit_stream: (one) => {
    const href = one.tenant_id === null ? '/app/platform/audit/streams' : there(one, '/audit/streams')
    return {
      icon: 'shield-check',
      tone: 'bad',
      text: `The audit stream to ${one.name} fails`,
      sub: one.note,
      ...opens('Review streams', href),
    }
  },
}
