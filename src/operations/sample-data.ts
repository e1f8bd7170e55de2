import Type from 'typebox'
import {
  hasSample,
  isAgency,
  isEmptyAgency,
  isSampleWanted,
  markSample,
  SampleData,
  unmarkSample,
} from '../domains/system/index.ts'
import type { ReadTx } from '../kernel/database/database.ts'
import type { Install } from '../kernel/operation/app.ts'
import type { Caller } from '../kernel/operation/caller.ts'
import { conflict } from '../kernel/operation/fault.ts'
import { read, write } from '../kernel/operation/operation.ts'

export const getSampleData = read({
  name: 'get_sample_data',
  route: 'GET /sample-data',
  role: 'member',
  summary: 'Whether your agency has sample data to look around in, and whether it is empty itself.',
  input: Type.Object({}),
  output: SampleData,
  example: {},
  handle: ({ tx, app, caller }) => stateOf(tx, app, caller),
})

export const addSampleData = write({
  name: 'add_sample_data',
  route: 'POST /sample-data',
  role: 'admin',
  person: true,
  summary: 'Add sample data: a separate agency with eight weeks of work, to look around in on the pages.',
  description:
    'It is a database of its own, made up to this moment: it sends nothing, costs nothing and counts in no figure.',
  input: Type.Object({}),
  output: SampleData,
  example: {},
  faults: ['conflict'],

  handle({ tx, app, caller }) {
    if (!isAgency(caller)) throw conflict('Sample data is for agencies. This workspace is below one.')
    if (!hasSample(tx, caller.tenant_id)) markSample(tx, caller.tenant_id)
    tx.afterCommit(() => app.sample.make())
    const now = stateOf(tx, app, caller)
    return now.state === 'lost' ? { ...now, state: 'making' } : now
  },
})

export const removeSampleData = write({
  name: 'remove_sample_data',
  route: 'DELETE /sample-data',
  role: 'admin',
  person: true,
  proof: false,
  summary: 'Remove the sample data. Nothing of it stays.',
  input: Type.Object({}),
  output: SampleData,
  example: {},

  handle({ tx, app, caller }) {
    unmarkSample(tx, caller.tenant_id)
    if (!isSampleWanted(tx)) tx.afterCommit(() => app.sample.remove())
    return stateOf(tx, app, caller)
  },
})

function stateOf(tx: ReadTx, app: Install, caller: Caller): SampleData {
  const { state, ...made } = app.sample.state()
  const offered = isEmptyAgency(tx, caller)
  if (!hasSample(tx, caller.tenant_id)) return { state: 'none', done: 0, of: 0, workspace_id: null, offered }
  return { state: state === 'none' ? 'lost' : state, ...made, offered }
}
