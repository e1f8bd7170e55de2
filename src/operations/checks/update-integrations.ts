import Type from 'typebox'
import {
  type ConsoleInput,
  connectEngines,
  type EnginesGiven,
  EnginesInput,
  IntegrationsStatus,
  integrationsStatus,
  SearchConsoleInput,
} from '../../domains/checks/index.ts'
import { PlaceInput, placeOfInput } from '../../domains/tenants/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const updateIntegrations = write({
  name: 'update_integrations',
  route: 'PUT /settings/integrations',
  role: 'platform',
  proof: true,
  instead: 'the settings of the web interface',
  summary:
    'Connect check engines and Search Console, set their caps and the country of checks. Omitted fields stay; null clears one.',
  input: Type.Object({
    engines: Type.Optional(EnginesInput),
    search_console: Type.Optional(SearchConsoleInput),
    search_place: Type.Optional(PlaceInput),
  }),
  output: IntegrationsStatus,
  example: { engines: { scan_standard: { adapter: 'simulated', enabled: true, daily_cap: 1000 } } },

  handle({ tx, app, changed }, { engines = {}, search_console, search_place }) {
    const change = connectEngines(
      tx,
      app,
      engines as EnginesGiven,
      search_console as ConsoleInput | null | undefined,
      search_place && placeOfInput(search_place),
    )
    changed({ target: 'integrations', ...change })
    return integrationsStatus(tx, app)
  },
})
