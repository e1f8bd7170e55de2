import Type from 'typebox'
import { read } from '../../kernel/operation.ts'
import { integrationsStatus } from '../../domains/checks/integrations-status.ts'
import { IntegrationsStatus } from '../../domains/checks/shapes.ts'

export const getIntegrations = read({
  name: 'get_integrations',
  route: 'GET /settings/integrations',
  role: 'platform',
  summary: 'Check engines: what is connected, caps, spend of today.',
  input: Type.Object({}),
  output: IntegrationsStatus,
  example: {},
  handle: ({ tx, app }) => integrationsStatus(tx, app),
})
