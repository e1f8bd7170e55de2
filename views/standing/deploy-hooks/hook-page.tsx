/** One deploy hook: its rules, the set-up of the sender, and the last calls in words. */

import type {
  getDeployHook,
  listDeployCalls,
  rotateDeployHook,
} from '../../../src/features/standing/operations/deploy-hooks.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import type { Child } from '../../jsx/elements.ts'
import { EmptyState, Fold, Section } from '../../kit/fold.tsx'
import { Strip } from '../../kit/strip.tsx'
import { Chip } from '../../parts/chips.tsx'
import { CopyBlock, CopyField, SecretOnce } from '../../parts/forms/copy.tsx'
import { type Column, DataTable } from '../../parts/lists/table.tsx'
import { Banner } from '../../parts/page/card.tsx'
import { many, number } from '../../parts/text/format.ts'
import { When } from '../../parts/text/when.tsx'
import { recipeOf, UNKNOWN } from './recipes.ts'
import { callInWords, callState, hookInWords, hookState, MODE_WORDS } from './words.ts'

type Hook = AnswerOf<typeof getDeployHook>
type Calls = AnswerOf<typeof listDeployCalls>

export const NewHookPage = ({ form }: { form: Child }) => (
  <Section title="Sender and rules" note="The next page shows the address and how to enter it.">
    {form}
  </Section>
)

/** The address and the secret, shown once, with the set-up of the sender. */
type SecretProps = { hook: AnswerOf<typeof rotateDeployHook> & { warning?: string | null }; done_href: string }

export const SecretPage = ({ hook, done_href }: SecretProps) => (
  <>
    {hook.warning && <Banner tone="warn">{hook.warning}</Banner>}
    <SecretOnce label="Address of the hook" secret={hook.url} done_href={done_href}>
      {hook.secret && (
        <CopyField id="hook-secret" label="Secret of the hook" value={hook.secret} hint="Shown this once." />
      )}
    </SecretOnce>
    <Recipe mode={hook.mode} url={hook.url} />
  </>
)

function Recipe({ mode, url = UNKNOWN.url }: { mode: Hook['mode']; url?: string }) {
  const { steps, script, note } = recipeOf(mode, { ...UNKNOWN, url })
  return (
    <Section title="At the sender" note={MODE_WORDS[mode]}>
      <div class="spaced">
        <ol class="numbered">
          {steps.map((step) => (
            <li>{step}</li>
          ))}
        </ol>
        {script && <CopyBlock id="recipe" label="What it sends" value={script} />}
        {note && <p class="hint">{note}</p>}
      </div>
    </Section>
  )
}

type Props = { hook: Hook; calls: Calls; base: string; form: Child; secret: Child; zone?: string }

export const HookPage = ({ hook, calls, base, form, secret, zone = 'UTC' }: Props) => (
  <>
    <p class="lead">{hookInWords(hook)}</p>
    {hook.needs_secret && <Banner tone="warn">Calls are refused until you enter the secret of the sender.</Banner>}
    <Strip
      facts={[
        { label: 'State', value: <Chip {...hookState(hook)} /> },
        { label: 'Last call', value: <When time={hook.used_at} zone={zone} /> },
        {
          label: 'Pushed this month',
          value: number(hook.pushed_month),
          note: hook.budget_month === null ? 'no monthly limit' : `of ${number(hook.budget_month)}`,
        },
      ]}
    />
    {secret && (
      <Fold summary="Secret of the sender" id="secret" open={hook.needs_secret}>
        {secret}
      </Fold>
    )}
    <Section title="Last calls" note={calls.total ? many(calls.total, 'call') : undefined}>
      <DataTable
        caption="Calls"
        columns={columns(base, hook, zone)}
        rows={calls.items}
        lines
        empty={<EmptyState icon="plug">No call yet. Set up the sender, then deploy.</EmptyState>}
      />
    </Section>
    <Fold summary="How to set up the sender" open={hook.used_at === null}>
      <Recipe mode={hook.mode} />
    </Fold>
    {form && (
      <Fold summary="Change rules" id="rules">
        {form}
      </Fold>
    )}
  </>
)

const columns = (base: string, hook: Hook, zone: string): Column<Calls['items'][number]>[] => [
  { label: 'Call', class: 'when', cell: ({ at }) => <When time={at} zone={zone} exact /> },
  { label: 'Sender', cell: ({ source }) => source },
  { label: 'State', cell: (call) => <Chip {...callState(call)} /> },
  {
    label: 'What it did',
    cell: (call) => (
      <>
        {callInWords(call)}
        {call.job_id && (
          <>
            {' · '}
            <a href={`${base}/jobs/${call.job_id}`}>Open push</a>
          </>
        )}
        {call.run_id && hook.standing_push_id && (
          <>
            {' · '}
            <a href={`${base}/standing/${hook.standing_push_id}`}>Open standing push</a>
          </>
        )}
      </>
    ),
  },
]
