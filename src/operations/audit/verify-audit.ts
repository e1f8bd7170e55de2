import Type from 'typebox'
import { lastAnchor } from '../../kernel/audit/anchor.ts'
import { Verification, verifyStep } from '../../kernel/audit/verify.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Count, Moment, Nullable } from '../../kernel/operation/shape.ts'
import { pause } from '../../kernel/scheduling/pause.ts'

export const verifyAudit = outbound({
  name: 'verify_audit',
  route: 'POST /audit/verify',
  role: 'platform',
  harmless: true,
  local: true,
  summary: 'Verify the hash chain of the audit trail: which rows were changed, removed or inserted.',
  description:
    'It cannot show whether the newest rows were cut, or all of it rewritten with the key: compare with anchors that were kept elsewhere (`signalpost verify --audit --anchor SEQ:HASH`).',
  input: Type.Object({}),
  output: Type.Object({
    whole: Type.Boolean(),
    from: Nullable(Count()),
    to: Nullable(Count()),
    rows: Count(),
    unlinked: Type.Integer({ minimum: 0, description: 'Rows from before the chain that are not linked yet' }),
    unverifiable: Type.Integer({ minimum: 0, description: 'Rows whose key is lost' }),
    broken: Count(),
    breaks: Type.Array(Type.Object({ seq: Count(), to: Count(), what: Type.Enum(['changed', 'missing']) })),
    anchor: Nullable(Type.Object({ seq: Count(), hash: Type.String(), at: Moment }, { description: 'Noted last' })),
  }),
  example: {},

  async handle({ app, read, signal }) {
    const verification = read((tx) => new Verification(tx, app.sealer) as never) as Verification
    for (let after: number | null = 0; after !== null && !signal.aborted; await pause())
      after = read((tx) => verifyStep(tx, verification, after!))
    return { ...verification.end(), anchor: read(lastAnchor) }
  },
})
