import Type from 'typebox'
import { SystemState, systemState } from '../../domains/system/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'

export const getSystem = outbound({
  name: 'get_system',
  route: 'GET /admin/system',
  role: 'platform',
  summary: 'The machine room: version, database, disk, backups, scheduled tasks, crawl routes, mail, geo databases.',
  input: Type.Object({}),
  output: SystemState,
  example: {},
  local: true,
  handle: ({ app }) => systemState(app),
})
