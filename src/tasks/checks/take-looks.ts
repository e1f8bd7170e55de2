import { TAKE_LOOKS, takeLooks } from '../../domains/checks/index.ts'
import { settleLooks } from '../../domains/pushes/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { SECOND } from '../../kernel/time/clock.ts'

export const takeLooksTask = task({
  name: TAKE_LOOKS,
  every: 5 * SECOND,
  summary: 'Runs checks that are due and settles their results.',
  run: (app, signal) => takeLooks(app, signal, (tx, looks) => settleLooks(app, tx, looks)),
})
