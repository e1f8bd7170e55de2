import Type from 'typebox'
import { IntegrationsStatus, integrationsStatus } from '../../domains/checks/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getIntegrations = read({
  name: 'get_integrations',
  route: 'GET /settings/integrations',
  role: 'platform',
  sensitive: true,
  summary: 'Check engines: connections, caps, cost of today.',
  input: Type.Object({}),
  output: IntegrationsStatus,
  example: {},
  handle: ({ tx, app }) => integrationsStatus(tx, app),
})
