/** A case of any kind has words of its own: a case without any shows the bare name of its subject. */
import { expect, test } from 'bun:test'
import { CASE_KINDS } from '../../../src/domains/figures/index.ts'
import { lineOf } from '../../../views/attention/cases.tsx'
import { featurePages } from '../../../views/features.ts'

test('each kind of case has its words in the core or in a feature', () => {
  const words = Object.assign({}, ...featurePages.map(({ slots }) => slots?.case_words))
  const desk = { base: '/app/w/ten_1', zone: 'UTC', names: () => 'Ada', may: {}, words }
  const one = { id: '1', tenant_id: 'ten_1', name: '2026-11', note: '2026-11-02T09:00:00Z', count: 2 }
  const standing = { last: { day: '2026-11-01', rate: 0, links: 2 } }
  const lineFor = (kind: string) => lineOf({ ...one, kind, standing } as never, desk as never)
  const bare = lineFor('no_such_kind')
  expect(CASE_KINDS.filter((kind) => Bun.deepEquals(lineFor(kind), bare))).toEqual([])
})
