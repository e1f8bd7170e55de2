import Type from 'typebox'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable } from '../../kernel/operation/shape.ts'

/** A program that called over MCP. */
export const Program = Shape('Program', {
  id: Id,
  name: Type.String({ description: 'Name that it gives itself; empty if none' }),
  called_with: Nullable(
    Type.String({ description: 'Name of the API key or the connected app; null once it is deleted' }),
  ),
  first_call_at: Moment,
  last_call_at: Moment,
})

/** How a program authenticates: its person signs in once, or it has an API key. */
export const SETUP_WAYS = namedEnum('SetupWay', ['sign_in', 'key'])
export const SetupWay = Type.Enum(SETUP_WAYS, {
  title: 'How it authenticates',
  description:
    'sign_in: its person signs in in the browser, and no file holds a secret. key: by an API key. Default: the first that is possible',
})

const Text = (description: string) => Nullable(Type.String({ description }))

export const ClientSetup = Shape('ClientSetup', {
  id: Type.String(),
  name: Type.String(),
  steps: Type.Array(Type.String(), { description: 'Steps for a person, in order' }),
  file: Text('File or place for the snippet; null for a command to type'),
  snippet: Text('Configuration, or a command; replace YOUR_API_KEY with the key'),
  link: Nullable(
    Type.Object(
      { label: Type.String(), href: Type.String() },
      { description: 'Address that sets it up automatically, or opens the right place' },
    ),
  ),
})
