import Type from 'typebox'
import { FreeCheckBlock, findBlock, liftBlock } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const deleteFreeCheckBlock = write({
  name: 'delete_free_check_block',
  route: 'DELETE /admin/free-checks/blocks/{id}',
  role: 'platform',
  proof: false,
  summary: 'Lift a block of the free checks.',
  input: Type.Object({ id: Type.String({ title: 'Block' }) }),
  output: FreeCheckBlock,
  example: { id: 'blk_scraper' },
  subject: (tx, _caller, { id }) => findBlock(tx, id!),

  handle({ tx, subject, changed }, { id }) {
    liftBlock(tx, id)
    changed({ target: id, before: { target: subject.target, ends_at: subject.ends_at, reason: subject.reason } })
    return subject
  },
})
