import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import { approveDraft } from '../../src/features/drafts/operations.ts'
import { say, sayStored } from '../../src/kernel/language/say.ts'
import { when } from '../kit/case-line.ts'
import { oneCall } from '../screens/act.ts'
import { approvedFor, draftScreens } from './pages.tsx'
import { DRAFT_WORDS } from './words.ts'

const DRAFT_CASES: Pick<Slots, 'case_words' | 'case_acts' | 'case_rights'> = {
  case_rights: { approve: approveDraft },
  case_words: {
    draft: (one, { base, may, zone }) => ({
      icon: 'check',
      tone: 'info',
      text: say(zone, '{key} asks: {draft}', {
        key: one.note!,
        draft: sayStored(zone, DRAFT_WORDS[one.name] ?? one.name),
      }),
      sub: say(zone, '{n, plural, one {# credit} other {# credits}}', { n: one.count }),
      href: `${base}/drafts/${one.id}`,
      act: when(may.approve, {
        verb: say(zone, 'Approve {n}', { n: one.count }),
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
