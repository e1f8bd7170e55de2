/** One operation: its input and answer, examples of calls, and a form that calls it. */

import { Button } from '../parts/button.tsx'
import { Field } from '../parts/forms/field.tsx'
import { DataTable } from '../parts/lists/table.tsx'
import { Card, CardBody } from '../parts/page/card.tsx'
import { PageHead } from '../parts/page/page-head.tsx'
import { Code, Snippets } from './code.tsx'
import {
  type Document,
  type FieldRow,
  notesOf,
  type Parameter,
  type Route,
  routesOf,
  rowsOf,
  type Schema,
  typeOf,
} from './document.ts'
import { FieldTable } from './fields.tsx'
import { DOCS, DocsTabs, Method } from './reference.tsx'
import { type ApiRequest, snippetsOf } from './snippets.ts'

type TryProps = { route: Route; parameters: readonly Parameter[]; body: unknown; signed_in: boolean }

/** A form that sends the call with `static/try.js`. */
const Try = ({ route: { method, path }, parameters, body, signed_in }: TryProps) => (
  <>
    <p class="no-script">This form needs JavaScript; the calls above need none.</p>
    <form class="form js-only" data-try={method} data-path={path}>
      <Field
        name="key"
        id="try-key"
        label="API key"
        hint={
          signed_in
            ? 'Without one, the call is yours. A key stays in this tab until it is closed.'
            : 'It stays in this tab until that is closed. Signed-in people need none.'
        }
      >
        {(control) => <input {...control} class="input" type="password" autocomplete="off" placeholder="ipk_…" />}
      </Field>
      {parameters.map(({ name, in: place, required, example }) => (
        <Field name={name} id={`try-${name}`} label={name}>
          {(control) => (
            <input
              {...control}
              class="input"
              data-in={place}
              required={required}
              autocomplete="off"
              value={place === 'query' && example !== undefined ? textOf(example) : ''}
              placeholder={place === 'path' ? textOf(example ?? '') : undefined}
            />
          )}
        </Field>
      ))}
      {body !== undefined && (
        <Field name="body" id="try-body" label="Body">
          {(control) => (
            <textarea {...control} class="input urls" data-in="body" spellcheck="false">
              {JSON.stringify(body, null, 2)}
            </textarea>
          )}
        </Field>
      )}
      <div class="actions">
        <Button class="btn primary" icon="send" label="Send" />
        {method !== 'GET' && <span class="small muted">This is not a dry run: the call is made.</span>}
      </div>
      <div data-try-answer role="status" />
    </form>
  </>
)

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

type OperationProps = { document: Document; route: Route; signed_in: boolean }

export const routeNamed = (document: Document, name: string): Route | undefined =>
  routesOf(document).find(({ described }) => described.operationId === name)

export function OperationPage({ document, route, signed_in }: OperationProps) {
  const { method, path, described } = route
  const body = described.requestBody?.content['application/json']
  const [type, answer] = Object.entries(described.responses['200']!.content ?? {})[0]!
  const given = parametersOf(route)
  const answered = type === 'application/json' ? rowsOf(document, dataOf(answer!.schema)) : []
  return (
    <>
      <PageHead
        title={described.operationId}
        crumbs={[{ label: 'API', href: DOCS }, { label: described.tags[0] }]}
        sub={
          <>
            <Method method={method} /> <code>{path}</code>
          </>
        }
      />
      <DocsTabs current="reference" />
      <div class="grid">
        <div class="stack w7">
          <Card body>
            <p>{described.summary}</p>
            <p class="lines muted">{described.description}</p>
          </Card>
          {given.length > 0 && <Fields title="In the address" rows={given.map((one) => parameterRow(document, one))} />}
          {body && <Fields title="In the body, as JSON" rows={rowsOf(document, body.schema)} />}
          {answered.length > 0 && <Fields title="In the answer" rows={answered} folded />}
          <Refusals document={document} route={route} />
        </div>
        <div class="stack w5">
          <Card title="Call it" body>
            <Snippets id="call" of={described.operationId} snippets={snippetsOf(exampleRequest(document, route))} />
            {answer!.example !== undefined && (
              <div>
                <p class="label-like">It answers</p>
                <Code id="answer" label="The answer" text={shown(answer!.example)} />
              </div>
            )}
          </Card>
          <Card title="Try it here" body>
            <Try route={route} parameters={given} body={body?.example} signed_in={signed_in} />
          </Card>
        </div>
      </div>
    </>
  )
}

const dataOf = ({ properties }: Schema): Schema => properties!.data!

const shown = (example: unknown): string => (typeof example === 'string' ? example : JSON.stringify(example, null, 2))

const parametersOf = ({ described }: Route): Parameter[] =>
  described.parameters.flatMap((one) => ('name' in one && one.in !== 'header' ? [one] : []))

/** The example of the document, as a call to this install. */
function exampleRequest(document: Document, route: Route): ApiRequest {
  const parameters = parametersOf(route)
  const text = ({ example }: Parameter): string =>
    encodeURIComponent(typeof example === 'object' ? JSON.stringify(example) : String(example))
  const path = parameters
    .filter((one) => one.in === 'path')
    .reduce((address, one) => address.replace(`{${one.name}}`, text(one)), route.path)
  const query = parameters
    .filter((one) => one.in === 'query' && one.example !== undefined)
    .map((one) => `${one.name}=${text(one)}`)
  const body = route.described.requestBody?.content['application/json']?.example
  return {
    method: route.method,
    url: `${document.servers[0]!.url}${path}${query.length ? `?${query.join('&')}` : ''}`,
    ...(body === undefined ? {} : { body }),
  }
}

const parameterRow = (document: Document, { name, required, description, schema }: Parameter): FieldRow => ({
  at: name,
  required: !!required,
  type: typeOf(document, schema),
  notes: notesOf(document, schema),
  description: description ?? '',
})

function Fields({ title, rows, folded }: { title: string; rows: FieldRow[]; folded?: boolean }) {
  const table = <FieldTable caption={title} rows={rows} answer={folded} />
  return (
    <Card title={title}>
      {folded && rows.length > FEW ? (
        <CardBody>
          <details>
            <summary>{`${rows.length} fields`}</summary>
            {table}
          </details>
        </CardBody>
      ) : (
        table
      )}
    </Card>
  )
}

/** Fields of an answer that are shown unfolded. */
const FEW = 12

function Refusals({ document, route: { described } }: { document: Document; route: Route }) {
  const statuses = Object.entries(described.responses).filter(([status]) => status !== '200')
  const codesOf = ($ref = '') => document.components.responses[$ref.split('/').at(-1)!]?.description ?? ''
  return (
    <Card title="When it refuses">
      <DataTable
        caption="When it refuses"
        rows={statuses}
        columns={[
          { label: 'Status', cell: ([status]) => status },
          { label: 'error.code', cell: ([, { $ref }]) => <code>{codesOf($ref).replaceAll('`', '')}</code> },
        ]}
      />
    </Card>
  )
}
