import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import { approveDraft } from '../../src/features/drafts/operations.ts'
import { when } from '../kit/case-line.ts'
import { many, number } from '../parts/text/format.ts'
import { oneCall } from '../screens/act.ts'
import { DRAFT_WORDS } from './drafts.tsx'
import { approvedFor, draftScreens } from './pages.tsx'

const DRAFT_CASES: Pick<Slots, 'case_words' | 'case_acts' | 'case_rights'> = {
  case_rights: { approve: approveDraft },
  case_words: {
    draft: (one, { base, may }) => ({
      icon: 'check',
      tone: 'info',
      text: `${one.note} asks: ${DRAFT_WORDS[one.name] ?? one.name}`,
      sub: many(one.count, 'credit'),
      href: `${base}/drafts/${one.id}`,
      act: when(may.approve, {
        verb: `Approve ${number(one.count)}`,
        act: 'approve',
        fields: { credits: String(one.count) },
      }),
    }),
  },
  case_acts: {
    approve(call, id) {
      const asked = { id, credits: call.form.credits, delay_s: PAGE_DELAY_S }
      return oneCall(approveDraft, asked, ({ job_id, ...of }) => ({
        text: approvedFor(call, of),
        ...(job_id && { undo: job_id }),
      }))
    },
  },
}

export const draftsPages: FeaturePages = { screens: draftScreens, slots: DRAFT_CASES }
