import Type from 'typebox'
import { addBlock, FreeCheckBlock, Hours, Reason, Target } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const createFreeCheckBlock = write({
  name: 'create_free_check_block',
  route: 'POST /admin/free-checks/blocks',
  role: 'platform',
  summary: 'Block an IP address, or its /24 or /64, from the free checks.',
  description: 'Visitors from there read that free checks are closed; the log records the attempt.',
  input: Type.Object({ target: Target, hours: Type.Optional(Hours), reason: Type.Optional(Reason) }),
  output: FreeCheckBlock,
  example: { target: '203.0.113.0/24', hours: 24, reason: 'One script, a thousand pages' },
  faults: ['conflict'],

  handle({ tx, caller, changed }, { target, hours = null, reason }) {
    const block = addBlock(tx, { target, hours, reason: reason?.trim() || null, created_by: caller.label })
    changed({ target: block.id, after: { target: block.target, ends_at: block.ends_at, reason: block.reason } })
    return block
  },
})
