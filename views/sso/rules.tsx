/** Group rules of a provider: a value of the claim gives a role in a workspace. */
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getIdentityProvider, updateIdentityProvider } from '../../src/features/sso/operations/identity-providers.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { listTenants } from '../../src/operations/tenants/workspaces.ts'
import { refusedPage } from '../form-refusal.ts'
import type { Child } from '../jsx/elements.ts'
import { Form, type FormSchema, type Issue } from '../parts/forms/form.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { ROLE_WORDS } from '../parts/text/words.ts'
import { platformAct } from '../screens/act.ts'
import type { Redraw, RefusedForm } from '../screens/form-screen.tsx'

type Rule = AnswerOf<typeof getIdentityProvider>['rules'][number]
/** Names of workspaces by their id. */
export type WorkspaceNames = Readonly<Record<string, string>>

const SHAPE = updateIdentityProvider.input.properties.rules as unknown as { items: FormSchema }
const FIELDS = ['value', 'tenant_id', 'role']

/** Workspaces for rules. */
export async function placesOf(call: SignedInCall): Promise<WorkspaceNames> {
  const { items } = await call.call(listTenants, { page_size: 200 })
  return Object.fromEntries(items.map(({ id, name }) => [id, name]))
}

type RuleFormProps = { self: string; claim: string; places: WorkspaceNames; refused?: RefusedForm | undefined }

export const RuleForm = (props: RuleFormProps) => (
  <Form
    action={`${props.self}/rules`}
    id="rule"
    schema={{
      ...SHAPE.items,
      properties: { ...SHAPE.items.properties, tenant_id: { enum: Object.keys(props.places) } },
    }}
    fields={FIELDS}
    labels={{ value: 'Group', tenant_id: 'Workspace', role: 'Role' }}
    hints={{ value: `As in the claim ${props.claim}. Entra sends the object id of a group.` }}
    words={{ role: ROLE_WORDS, tenant_id: props.places }}
    values={{ role: 'member', ...props.refused?.values }}
    issues={props.refused?.issues}
    verb="Add rule"
    tone="plain"
  />
)

type TableProps = { rules: readonly Rule[]; places: WorkspaceNames; self: string }

export const RuleTable = ({ rules, places, self }: TableProps) => (
  <DataTable caption="Rules and their roles" columns={columns(places, self)} rows={rules} lines />
)

const columns = (places: WorkspaceNames, self: string): Column<Rule>[] => [
  { label: 'Group', cell: ({ value }) => value },
  { label: 'Role', cell: ({ role }) => ROLE_WORDS[role] },
  { label: 'Workspace', cell: ({ tenant_id }) => places[tenant_id] ?? tenant_id },
  { label: 'Remove', class: 'end', cell: (rule): Child => removes(self, rule) },
]

const removes = (self: string, rule: Rule): Child => (
  <Post action={`${self}/rules/remove`} fields={rule} class="btn small" label="Remove" of={rule.value} />
)

/** The rules of the provider without the one of the form, which `added` puts at their end. */
async function without(call: SignedInCall, ...added: readonly Rule[]) {
  const { rules } = await call.call(getIdentityProvider, { id: call.params.id })
  return { rules: [...rules.filter((one) => !same(one, ruleIn(call))), ...added] }
}

const ruleIn = ({ form: { value = '', tenant_id = '', role } }: SignedInCall): Rule => ({
  value: value.trim(),
  tenant_id,
  role: role as Rule['role'],
})

const said = (text: string) => (call: SignedInCall) => goTo(`/app/platform/sso/${call.params.id}`, { text })

const same = (one: Rule, { value, tenant_id, role }: Rule): boolean =>
  one.value === value && one.tenant_id === tenant_id && one.role === role

/** `draw` draws the page of the form. */
export const ruleScreens = (draw: Redraw) => [
  platformAct('/sso/:id/rules', updateIdentityProvider, said('Rule added.'), (call) => without(call, ruleIn(call)), {
    refused(call, error) {
      const placed = ({ path, message }: Issue) => ({ path: path.replace(/^\/?rules[./]\d+[./]/, ''), message })
      return refusedPage(error, (issues) => draw(call, { values: call.form, issues: issues.map(placed) }))
    },
  }),
  platformAct('/sso/:id/rules/remove', updateIdentityProvider, said('Rule removed.'), (call) => without(call)),
]
