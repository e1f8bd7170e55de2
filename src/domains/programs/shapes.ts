import Type from 'typebox'
import { Shape, words } from '../../kernel/named.ts'
import { Id, Moment, Nullable } from '../../kernel/shape.ts'

/** A program that called over MCP. */
export const Program = Shape('Program', {
  id: Id,
  name: Type.String({ description: 'What it calls itself; empty where it does not say' }),
  called_with: Nullable(
    Type.String({ description: 'Name of the API key or the connected app; null once it is deleted' }),
  ),
  first_call_at: Moment,
  last_call_at: Moment,
})

/** How a program shows who it is: its person signs in once, or it holds an API key. */
export const SETUP_WAYS = words('SetupWay', ['sign_in', 'key'])
export const SetupWay = Type.Enum(SETUP_WAYS, {
  title: 'How it shows who it is',
  description:
    'sign_in: its person signs in in the browser, and no file holds a secret. key: by an API key. Unless given, the first that is possible',
})

const Text = (description: string) => Nullable(Type.String({ description }))

/** How one AI app is connected. */
export const ClientSetup = Shape('ClientSetup', {
  id: Type.String(),
  name: Type.String(),
  steps: Type.Array(Type.String(), { description: 'What a person does, in order' }),
  file: Text('Where the snippet belongs; null for a command to type'),
  snippet: Text('Configuration, or a command; YOUR_API_KEY stands for the key'),
  link: Nullable(
    Type.Object(
      { label: Type.String(), href: Type.String() },
      { description: 'Does it by itself, or opens the place' },
    ),
  ),
})
