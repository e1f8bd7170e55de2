import Type from 'typebox'
import { readWhy } from '../../domains/attention/index.ts'
import { StandingShape } from '../../domains/figures/index.ts'
import { WhyFact } from '../../domains/links/index.ts'
import { FLAGS } from '../../domains/preflight/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Nullable, TenantId } from '../../kernel/operation/shape.ts'

/** Missed links that the answer names. */
const MOST = 200

export const getTenantWhy = outbound({
  name: 'get_tenant_why',
  route: 'GET /tenants/{id}/why',
  role: null,
  instead: 'get_job_status of its last push',
  summary:
    'Why fewer links than usual were found on the last settled day of a workspace: causes, and what is ruled out.',
  description: 'From stored pre-flights and results; nothing is fetched. Without missed links, `facts` is empty.',
  input: Type.Object({ id: TenantId }),
  output: Shape('WorkspaceWhy', {
    standing: StandingShape,
    facts: Type.Array(WhyFact, { description: 'Causes first, then what is ruled out, then refunds' }),
    sections: Type.Array(
      Shape('WhySection', {
        name: Type.String({ description: 'First folder of the path, with its host where there are several' }),
        host: Type.String(),
        links: Count('Links sent on that day'),
        indexed: Count('Links found by day 7'),
        usual: Nullable(Type.Number({ description: 'Share of its links of the 12 weeks before, 0..1' })),
      }),
      { description: 'The largest loss first' },
    ),
    missed: Type.Array(
      Type.Object({
        uid: Type.Integer(),
        url: Type.String(),
        flags: Type.Array(Type.Enum(FLAGS), { description: 'Flags from the newest pre-flight of the page' }),
      }),
      { description: 'The first 200 links that were not found' },
    ),
  }),
  example: { id: 'ten_bakery' },
  local: true,

  async handle({ caller, read }, { id }) {
    const why = await readWhy((work) => read((tx) => work(tx, caller)), id)
    return { ...why, missed: why.missed.slice(0, MOST).map((one) => ({ ...one, flags: [...one.flags] })) }
  },
})
