import { Icon } from '../icon.tsx'

/** Progress in a task of a few steps. */
export const Steps = ({ steps, current }: { steps: string[]; current: number }) => (
  <ol class="steps" aria-label="Steps">
    {steps.map((step, at) => (
      <li aria-current={at === current && 'step'} class={[at < current && 'done']}>
        <span>{at < current ? <Icon name="check" /> : at + 1}</span>
        {step}
        {at < current && <span class="vh"> (done)</span>}
      </li>
    ))}
  </ol>
)

export type Task = { label: string; done: boolean; href?: string; action?: string }

/** Set-up tasks, each with a link to its page. */
export const Checklist = ({ tasks }: { tasks: readonly Task[] }) => (
  <ul class="list">
    {tasks.map((task) => (
      <li class={task.done ? 'done ok' : ''}>
        <Icon name={task.done ? 'check' : 'clock'} />
        <span>
          {task.label}
          {task.done && <span class="vh"> (done)</span>}{' '}
          {!task.done && task.href && <a href={task.href}>{task.action ?? 'Set up'}</a>}
        </span>
      </li>
    ))}
  </ul>
)
