import { type NameOf, namesFor } from '../../src/doors/pages/people.ts'
import { goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { KEY_PER_DAY } from '../../src/kernel/scheduling/limits.ts'
import { createApiKey, deleteApiKey, getApiKey, revokeApiKey, updateApiKey } from '../../src/operations/api-keys.ts'
import { domainOfCall } from '../branding.ts'
import type { Child } from '../jsx/elements.ts'
import { Section } from '../kit/fold.tsx'
import { Strip } from '../kit/strip.tsx'
import { ConfirmLink } from '../parts/forms/dialogs.tsx'
import { Banner } from '../parts/page/card.tsx'
import { Person } from '../parts/person.tsx'
import { number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { ROLE_WORDS, rolesUpTo } from '../parts/text/words.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { assertMay, drawPage, zoneOf } from '../shell.tsx'
import { createForm, KEY_FORM, keyList, keysOf, QUESTIONS, Status, secretPage, withRoles } from './keys.tsx'
import { firstIntegration } from './tabs.tsx'

type KeyDetail = AnswerOf<typeof getApiKey>
/** Named `of`, because `key` is an attribute of JSX. */
type KeyPageProps = { of: KeyDetail; list: string; form: Child; zone?: string; names: NameOf }

const KeyPage = ({ of, list, form, zone = 'UTC', names }: KeyPageProps) => {
  const { used_today: used, rate_per_day, daily_credit_cap: cap } = of
  return (
    <>
      <Strip
        facts={[
          { label: 'Calls today', value: number(used.calls), note: `of ${number(rate_per_day ?? KEY_PER_DAY)}, UTC` },
          {
            label: 'Credits today',
            value: number(used.credits),
            note: [cap === null ? [] : `of ${number(cap)}`, used.shared ? 'with the key that made it' : []]
              .flat()
              .join(', '),
          },
          { label: 'Role', value: ROLE_WORDS[of.role], note: of.tenant_name },
          {
            label: 'Last used',
            value: <When time={of.last_used_at} zone={zone} />,
            note: (
              <>
                {of.created_by ? <Person of={of.created_by} names={names} /> : '–'},{' '}
                <When time={of.created_at} zone={zone} />
              </>
            ),
          },
        ]}
      />
      {of.status === 'active' ? (
        <Section title="Name, role and limits">{form}</Section>
      ) : (
        <Banner
          tone="info"
          action={
            <ConfirmLink href={`${list}/${of.id}/delete`} {...QUESTIONS.delete}>
              Delete key
            </ConfirmLink>
          }
        >
          This key is revoked. Create a new one.
        </Banner>
      )}
    </>
  )
}

/** An empty limit restores the default. */
const editForm: FormOf = formScreen({
  at: '/keys/:id',
  ...KEY_FORM,
  operation: updateApiKey,
  faults: ['conflict', 'forbidden'],
  verb: 'Save key',
  page: (call, refused) => keyPage(call, refused),
  done: (call) => goTo(`${keysOf(call)}/${call.params.id}`, { text: 'Saved.' }),
})

async function keyPage(call: SignedInCall, refused?: RefusedForm) {
  assertMay(call, updateApiKey)
  const of = await call.call(getApiKey, { id: call.params.id })
  const list = keysOf(call)
  const zone = zoneOf(call)
  // The current role of the key stays a choice, even above the visitor's own.
  const schema = withRoles(updateApiKey.input, [...new Set([...rolesUpTo(call.caller.role), of.role])])
  const form = editForm.form(`${list}/${of.id}`, of, { schema }, refused)
  const crumbs = [{ label: 'API keys', href: list }, { label: of.name }]
  return drawPage(
    call,
    { title: of.name, sub: <Status of={of} zone={zone} />, crumbs, kind: 'settings' },
    <KeyPage of={of} list={list} form={form} zone={zone} names={namesFor(call)} />,
  )
}

const asked = (name: keyof typeof QUESTIONS) => ({
  at: `/keys/:id/${name}`,
  of: (call: SignedInCall) => call.call(getApiKey, { id: call.params.id }),
  question: QUESTIONS[name],
  crumbs: (call: SignedInCall, { id, name }: { id: string; name: string }) => [
    { label: 'API keys', href: keysOf(call) },
    { label: name, href: `${keysOf(call)}/${id}` },
  ],
})

export const keyScreens: readonly Screen[] = [
  page('/integrations', (call) => goTo(firstIntegration(call, domainOfCall(call) !== null))),
  ...keyList.screens,
  ...createForm.screens,
  page('/keys/:id', (call) => keyPage(call)),
  ...editForm.screens,
  ...askScreen({
    ...asked('replace'),
    operation: createApiKey,
    more: ({ params }) => ({ replaces: params.id }),
    once: true,
    done: secretPage,
  }),
  ...askScreen({
    ...asked('revoke'),
    operation: revokeApiKey,
    done: (call) => goTo(keysOf(call), { text: 'The key is revoked.' }),
  }),
  ...askScreen({
    ...asked('delete'),
    operation: deleteApiKey,
    done: (call) => goTo(keysOf(call), { text: 'The key is deleted.' }),
  }),
]
