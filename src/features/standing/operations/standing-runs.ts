import Type from 'typebox'
import { assertMaySpendLater } from '../../../domains/credits/index.ts'
import { ListOf, list, listInput, when } from '../../../kernel/database/list.ts'
import { read, write } from '../../../kernel/operation/operation.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Nullable } from '../../../kernel/operation/shape.ts'
import {
  Decision,
  decide,
  findPush,
  heldLinks,
  PushId,
  pushOnWire,
  type RunRow,
  RunShape,
  runOnWire,
  StandingPushShape,
} from '../index.ts'

export const listStandingPushRuns = read({
  name: 'list_standing_push_runs',
  route: 'GET /standing-pushes/{id}/runs',
  role: null,
  summary: 'Runs of a standing push: what each found, pushed and left out, and why.',
  input: Type.Object({ ...listInput('at'), id: PushId }),
  output: ListOf(RunShape),
  example: { id: 'stp_bakery' },
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle({ tx, subject }, { id: _, ...asked }) {
    const source = { select: '*', from: 'standing_runs', where: [when('push_id = ?', subject.id)], sorts: { at: 'id' } }
    const { items, ...page } = list<RunRow>(tx, source, asked)
    return { ...page, items: items.map(runOnWire) }
  },
})

const HeldUrl = Shape('HeldUrl', {
  url: Type.String(),
  is_new: Type.Boolean({ description: 'false: changed' }),
  lastmod: Nullable(Type.String({ description: 'Date from the source' })),
})

export const listHeldUrls = read({
  name: 'list_held_urls',
  route: 'GET /standing-pushes/{id}/held',
  role: null,
  summary: 'Links of a standing push that wait for a decision, newest first.',
  input: Type.Object({ ...listInput('lastmod'), id: PushId }),
  output: ListOf(HeldUrl),
  example: { id: 'stp_bakery' },
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle: ({ tx, subject }, { id: _, ...asked }) => heldLinks(tx, subject, asked),
})

export const releaseHeldUrls = write({
  name: 'release_held_urls',
  route: 'POST /standing-pushes/{id}/release',
  role: 'admin',
  summary: 'Decide on the links that a run holds: push them, learn them, or drop them.',
  input: Type.Object({ id: PushId, run_id: Type.String({ title: 'Run', minLength: 1, maxLength: 60 }), act: Decision }),
  output: StandingPushShape,
  example: { id: 'stp_bakery', run_id: 'str_bakery', act: 'learn' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { run_id, act }) {
    if (act === 'push') assertMaySpendLater(caller)
    decide(tx, app, subject, { run_id, act, by: caller.label })
    changed({ tenant_id: subject.tenant_id, after: { run_id, act } })
    return pushOnWire(tx, app, findPush(tx, caller, subject.id))
  },
})
