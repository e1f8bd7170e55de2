import { text } from '../../kernel/language/say.ts'
import { feature } from '../feature.ts'
import { answerOfDraft, countWaiting, forgetDrafts, hold, moveDrafts } from './index.ts'
import * as operations from './operations.ts'

const TO_APPROVE = { title: text('To approve'), under: '/drafts', count: 'drafts', while_counted: true } as const

export const drafts = feature({
  name: 'drafts',
  summary: 'Orders that wait until a person approves them.',
  needs: [],
  sections: [{ name: 'Pushes', paths: /^\/drafts\b/ }],
  operations,
  moved: (tx, { id }, to) => moveDrafts(tx, id, to),
  expired: [forgetDrafts],
  counts: { waiting_drafts: countWaiting },
  provides: { answered: answerOfDraft, hold },
  tabs: [
    { menu: 'agency', entry: 'Pushes', behind: '/checks', ...TO_APPROVE },
    { menu: 'client', entry: 'Pages', behind: '/checks', ...TO_APPROVE },
  ],
})
