import Type from 'typebox'
import { CaseShape, readInstall } from '../../domains/attention/index.ts'
import { countPendingRequests } from '../../domains/credits/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count } from '../../kernel/operation/shape.ts'

export const getInstallOverview = read({
  name: 'get_install_overview',
  route: 'GET /system/overview',
  role: 'platform',
  summary: 'Cases for the operator, the work of today in the whole install, and the work in progress.',
  input: Type.Object({}),
  output: Shape('InstallOverview', {
    cases: Type.Array(CaseShape, { description: 'Cases for the operator, most urgent first' }),
    queue: Type.Object({
      jobs_open: Count('Jobs that are not done'),
      links_watched: Count('Links sent and without a final result'),
      batches_waiting: Count('Batches that wait for a supplier'),
      looks_open: Count('Checks without an answer; at most 100,000 are counted'),
    }),
    sent: Type.Object({ links: Count('Links sent today'), batches: Count('Batches sent today') }),
    looks: Count('Checks answered today'),
    pack_requests: Count('Requests for packs that wait'),
  }),
  example: {},

  handle: ({ tx }) => ({ ...readInstall(tx), pack_requests: countPendingRequests(tx) }),
})
