/** What stands beside a client: its purse, its people, its IndexNow sites, and its end. */

import { State } from '../indexnow/sites.tsx'
import { Card, CardBody, type Fact, Facts } from '../parts/card.tsx'
import { Form } from '../parts/form.tsx'
import { number } from '../parts/format.ts'
import { ROLE_WORDS } from '../parts/words.ts'
import type { ClientProps, Few } from './client-props.ts'
import type { Workspace } from './clients.tsx'

export const ClientCredits = ({ client, base, gives, desk, idempotency_key }: ClientProps) => (
  <Card
    title="Give or take back credits"
    aside={!client.archived && <a href={`/app/w/${client.id}/credits`}>Ledger</a>}
  >
    <CardBody>
      <Form
        id="give"
        action={`${base}/clients/${client.id}/credits`}
        schema={gives}
        values={{ kind: 'index' }}
        hints={{ amount: `You have ${number(desk.purse)} index credits to give.` }}
        hidden={{ idempotency_key, from: 'client' }}
        verb="Give"
        beside={
          <button type="submit" class="btn" name="way" value="back">
            Take back
          </button>
        }
      />
    </CardBody>
  </Card>
)

export const ClientPeople = ({ client, people }: ClientProps) => (
  <Listed
    title="People"
    few={people}
    href={client.archived ? null : `/app/w/${client.id}/members`}
    first="Invite somebody"
    none="Nobody belongs to it alone; members of the workspaces above it can open it."
    fact={({ name, email, role, joined }) => ({
      label: name || email,
      value: joined ? ROLE_WORDS[role] : `${ROLE_WORDS[role]}, invited`,
    })}
  />
)

export const ClientSites = ({ client, sites, base }: ClientProps) => (
  <Listed
    title="IndexNow sites"
    few={sites}
    href={client.archived ? null : `/app/w/${client.id}/indexnow`}
    first="Add one"
    none="None yet: with one, engines are told of each pushed page for free."
    fact={(site) => ({
      label: <a href={`${base}/indexnow/${site.id}`}>{site.host}</a>,
      value: <State of={site} />,
    })}
  />
)

type ListedProps<Item> = {
  title: string
  few: Few<Item>
  href: string | null
  /** What leads to the first of them, and what is said until then. */
  first: string
  none: string
  fact: (item: Item) => Fact
}

const Listed = <Item,>({ title, few, href, first, none, fact }: ListedProps<Item>) => (
  <Card title={title} aside={href && <a href={href}>{few.total === 0 ? first : `All ${number(few.total)}`}</a>}>
    <CardBody>{few.items.length > 0 ? <Facts facts={few.items.map(fact)} /> : <p class="muted">{none}</p>}</CardBody>
  </Card>
)

export const Leaving = ({ client, self }: { client: Workspace; self: string }) => (
  <Card title="When it leaves">
    <CardBody>
      <div class="row">
        {client.archived ? (
          <a class="btn" href={`${self}/restore`}>
            Restore
          </a>
        ) : (
          <a class="btn" href={`${self}/archive`}>
            Archive
          </a>
        )}
        <a class="btn danger" href={`${self}/delete`}>
          Delete
        </a>
      </div>
      <p class="hint">
        Archiving keeps everything and suspends it with all below: keys stop and what was not sent yet waits. Only an
        empty one can be deleted.
      </p>
    </CardBody>
  </Card>
)
