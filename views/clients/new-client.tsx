/** One form for a client and its parts: only the name is required. Refused parts are asked again alone. */
import type { Role } from '../../src/kernel/operation/caller.ts'
import { putBranding } from '../../src/operations/branding.ts'
import { allocateCredits } from '../../src/operations/credits/balances.ts'
import { addMember } from '../../src/operations/members.ts'
import { createSubTenant } from '../../src/operations/tenants/workspaces.ts'
import { Form, type FormSchema, type Issue } from '../parts/forms/form.tsx'
import { Banner } from '../parts/page/card.tsx'
import { many } from '../parts/text/format.ts'
import { ROLE_WORDS, rolesUpTo } from '../parts/text/words.ts'

export const PARTS = ['hosts', 'logo_url', 'credits', 'email'] as const
export type MissingPart = (typeof PARTS)[number]

export type NewClientProps = {
  action: string
  /** The client, if it was added and only these parts are missing. */
  made?: { name: string; done: string; parts: readonly MissingPart[] }
  values?: Readonly<Record<string, string | undefined>>
  issues?: readonly Issue[]
  /** Index credits that can be transferred. */
  available: number
  /** The highest role that the visitor may give. */
  highest: Role
  /** Whether the plan includes logos of clients. */
  logo: boolean
  idempotency_key: string
}

export const NewClient = ({ action, made, values, issues, idempotency_key, ...rest }: NewClientProps) => {
  const parts = (made?.parts ?? PARTS).filter((part) => part !== 'logo_url' || rest.logo)
  const fields = [...(made ? [] : ['name', 'kind']), ...parts.flatMap((part) => FIELDS[part])]
  return (
    <>
      {made && (
        <Banner tone="warn">
          <b>{`${made.name} is added${made.done && `, with ${made.done}`}.`}</b> Correct the rest, or leave it empty.
        </Banner>
      )}
      <Form
        action={action}
        schema={schemaOf(rest.highest)}
        fields={fields}
        values={{ kind: 'client', role: 'client_viewer', ...values }}
        issues={issues}
        labels={LABELS}
        words={{ role: ROLE_WORDS }}
        hints={{ ...HINTS, credits: `${many(rest.available, 'index credit')} can be transferred.` }}
        hidden={{ idempotency_key }}
        verb={made ? 'Save' : 'Add client'}
      />
    </>
  )
}

const FIELDS: Record<MissingPart, readonly string[]> = {
  hosts: ['hosts'],
  logo_url: ['logo_url'],
  credits: ['credits'],
  email: ['email', 'role'],
}

const LABELS = { hosts: 'Hosts', logo_url: 'Logo', credits: 'Credits', email: 'Person', role: 'Their role' }

const HINTS = {
  kind: 'A team has clients of its own.',
  hosts: 'One a line, such as shop.example. Each becomes an IndexNow site.',
  logo_url: 'Address of a PNG, JPEG or WebP file.',
  email: 'E-mail address of a person of the client. They get an invitation.',
  role: '',
}

const schemaOf = (highest: Role): FormSchema => ({
  properties: {
    name: createSubTenant.input.properties.name,
    kind: createSubTenant.input.properties.kind,
    hosts: { type: 'array' },
    logo_url: putBranding.input.properties.logo_url,
    credits: { ...allocateCredits.input.properties.amount, minimum: 1 },
    email: addMember.input.properties.email,
    role: { ...addMember.input.properties.role, enum: rolesUpTo(highest) },
  },
  required: ['name', 'kind', 'role'],
})
