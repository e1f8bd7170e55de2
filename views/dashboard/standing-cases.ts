/** Cases of standing pushes: paused, failing, held, over budget, quiet. */
import type { CaseKind } from '../../src/domains/reports/index.ts'
import type { Pause } from '../../src/domains/standing/index.ts'
import { many } from '../parts/text/format.ts'
import { PAUSE_WORDS } from '../standing/words.ts'
import { type WordsOf, when } from './case-line.ts'

export const STANDING_WORDS: WordsOf<Extract<CaseKind, `standing_${string}`>> = {
  standing_paused: (one, { base, may }) => ({
    icon: 'circle-pause',
    tone: 'bad',
    text: `The standing push “${one.name}” is paused`,
    sub: PAUSE_WORDS[one.note as Pause] ?? one.note,
    href: `${base}/standing/${one.id}`,
    act: when(may.push, { verb: 'Review source', href: `${base}/standing/${one.id}` }),
  }),
  standing_failing: (one, { base, may }) => ({
    icon: 'refresh-cw',
    tone: 'warn',
    text: `The source of “${one.name}” failed ${many(one.count, 'time')} in a row`,
    sub: one.note,
    href: `${base}/standing/${one.id}`,
    act: when(may.push, { verb: 'Review source', href: `${base}/standing/${one.id}` }),
  }),
  standing_held: (one, { base, may }) => ({
    icon: 'refresh-cw',
    tone: 'warn',
    text: `“${one.name}” holds ${many(one.count, 'link')} for your decision`,
    sub: one.note,
    href: `${base}/standing/${one.id}`,
    act: when(may.push, { verb: `Review ${many(one.count, 'link')}`, href: `${base}/standing/${one.id}` }),
  }),
  standing_budget: (one, { base, may }) => ({
    icon: 'coins',
    tone: 'warn',
    text: `“${one.name}” has used its budget: ${many(one.count, 'link')} ${one.count === 1 ? 'waits' : 'wait'}`,
    sub: `The budget is ${many(Number(one.note), 'index credit')} a month`,
    href: `${base}/standing/${one.id}`,
    act: when(may.push, { verb: 'Review rules', href: `${base}/standing/${one.id}` }),
  }),
  standing_quiet: (one, { base, may }) => ({
    icon: 'refresh-cw',
    tone: 'info',
    text: `“${one.name}” has found nothing for ${many(one.count, 'day')}`,
    sub: `It usually finds something within ${many(Number(one.note), 'day')}`,
    href: `${base}/standing/${one.id}`,
    act: when(may.push, { verb: 'Review source', href: `${base}/standing/${one.id}` }),
  }),
}
