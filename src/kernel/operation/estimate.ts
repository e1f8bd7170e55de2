import Type, { type TObject } from 'typebox'
import type { FaultCode } from './fault.ts'
import type { ToolAlternative } from './offered/tool-words.ts'
import { type AnyOperation, type Operation, read } from './operation.ts'
import { Estimate } from './spending.ts'

/** The operation that answers with the plan of an order, at the order's route with `/estimate`. */
export function estimateOf<I extends TObject, A>(
  placed: Operation<I, A>,
  { name, instead }: { name: string; instead: ToolAlternative },
): Operation<I, Estimate> {
  const { path, role, subject, example, faults = [] } = placed
  const { estimate: _, ...properties } = placed.input.properties
  const { prepare, plan } = placed as Extract<AnyOperation, { kind: 'write' }>
  return read({
    name,
    route: `POST ${path}/estimate` as `POST /${string}`,
    role,
    instead,
    harmless: true,
    summary: `Estimate ${placed.name}: its bill, its limits and why it would be refused. Orders nothing.`,
    input: Type.Object(properties),
    output: Estimate,
    example: example as never,
    faults: faults.filter((code) => !PLANNED.includes(code)),
    subject,
    prepare: prepare as never,
    handle: (call, input) => plan!(call, input as never).estimate,
  }) as unknown as Operation<I, Estimate>
}

/** Refusals that an estimate reports in its answer instead of failing. */
const PLANNED: readonly FaultCode[] = ['insufficient_credits', 'daily_cap']
