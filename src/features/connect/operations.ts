import Type from 'typebox'
import { whyOff } from '../../domains/oauth/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'
import { programsOf } from './programs.ts'
import { setupsFor } from './setups.ts'
import { ClientSetup, Program, SetupWay } from './shapes.ts'

export const getMcpSetup = read({
  name: 'get_mcp_setup',
  route: 'GET /mcp-setup',
  role: null,
  summary: 'How to connect AI apps over MCP: address, steps by app, programs that have called.',
  input: Type.Object({ by: Type.Optional(SetupWay) }),
  output: Shape('McpSetup', {
    endpoint: Type.String({ description: 'The address of MCP, for apps that take an address' }),
    bundle_url: Type.String({ description: 'A bundle (.mcpb) for desktop apps. It holds the address, and no secret' }),
    by: SetupWay,
    sign_in_off: Nullable(Type.String({ description: 'Why sign-in for apps is off; null where it works' })),
    setups: Type.Array(ClientSetup),
    programs: Type.Array(Program, {
      description:
        'Programs that called here for you, newest first, at most 20: for a signed-in person all of theirs in this workspace, for a key or an app only its own',
    }),
  }),
  example: { by: 'key' as const },

  handle({ app, tx, caller }, { by }) {
    const { site_url } = app.config
    const sign_in_off = whyOff(app.config)
    const way = sign_in_off === null ? (by ?? 'sign_in') : 'key'
    const endpoint = `${site_url}/mcp`
    const bundle_url = `${site_url}/signalpost.mcpb`
    return {
      endpoint,
      bundle_url,
      by: way,
      sign_in_off,
      setups: setupsFor(way, { site: site_url, endpoint, bundle: bundle_url }),
      programs: programsOf(tx, caller, caller.tenant_id),
    }
  },
})
