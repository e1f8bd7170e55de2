/** Parts of other pages. */
import type { Slots } from '../../src/doors/pages/web.ts'
import {
  createStandingPush,
  listStandingPushes,
  updateStandingPush,
} from '../../src/features/standing/operations/standing-pushes.ts'
import { may } from '../frame/visitor.ts'
import { STANDING_WORDS } from './cases.ts'

const MAX_SOURCES = 5

export const standingSlots: Pick<Slots, 'case_words' | 'palette' | 'sources'> = {
  case_words: STANDING_WORDS,
  palette: [{ label: 'Add source', icon: 'refresh-cw', at: '/standing/new', needs: createStandingPush }],
  sources: async (call, tenant_id) =>
    may(call, updateStandingPush)
      ? (await call.call(listStandingPushes, { tenant_id, page_size: MAX_SOURCES })).items
      : [],
}
