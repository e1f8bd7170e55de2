import { feature } from '../feature.ts'
import { answerOfDraft, countWaiting, forgetDrafts, hold, moveDrafts } from './index.ts'
import * as operations from './operations.ts'

export const drafts = feature({
  name: 'drafts',
  summary: 'Orders that wait until a person approves them.',
  needs: [],
  operations,
  moved: (tx, { id }, to) => moveDrafts(tx, id, to),
  expired: [forgetDrafts],
  counts: { waiting_drafts: countWaiting },
  provides: { answered: answerOfDraft, hold },
  screens: async () => (await import('../../../views/drafts/pages.tsx')).draftScreens,
})
