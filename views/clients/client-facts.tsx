/** Facts beside a client: credits, report, IndexNow sites, people, and a note for colleagues. */

import { State } from '../indexnow/sites.tsx'
import type { Child } from '../jsx/elements.ts'
import { EmptyState } from '../kit/fold.tsx'
import { linksHref, reservedHref } from '../links/count-links.ts'
import { Avatar } from '../parts/person.tsx'
import { day, dayTime, longMonth, many, number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { placeWords } from '../parts/text/place-words.ts'
import { ROLE_WORDS } from '../parts/text/words.ts'
import type { ClientProps } from './client-props.ts'
import { DaysLeft, lastsWords } from './purse.tsx'

export const ClientFacts = (props: ClientProps) => {
  const { client } = props
  const at = `/app/w/${client.id}`
  return (
    <aside class="facts" aria-label={`About ${client.name}`}>
      <Purse {...props} />
      {props.facts}
      <Report {...props} />
      <Fact title="IndexNow" href={client.archived ? null : `${at}/indexnow`} all={props.sites.total}>
        {props.sites.items.map((site) => (
          <p class="line-p">
            <a class="clip" href={`${at}/indexnow/${site.id}`}>
              {site.host}
            </a>
            <State to={props.zone} of={site} />
          </p>
        ))}
        {props.sites.total === 0 && <p class="muted">No site yet. With one, engines are pinged for free.</p>}
      </Fact>
      <Fact title="People" href={client.archived ? null : `${at}/members`} all={props.people.total}>
        {props.people.items.map(({ name, email, role, joined }) => (
          <p class="line-p">
            <span class="who clip">
              <Avatar name={name || email} />
              <Name of={name || email} />
            </span>
            <span class="soft">{joined ? ROLE_WORDS[role] : 'Invited'}</span>
          </p>
        ))}
        {props.people.total === 0 && <p class="muted">Only people of your own workspace can open it.</p>}
      </Fact>
      <PlaceFact {...props} />
      <Notes {...props} />
    </aside>
  )
}

type FactProps = { title: string; href?: string | null; all?: number; first?: string; children?: Child }

export const Fact = ({ title, href, all = 0, first = 'Add', children }: FactProps) => (
  <section>
    <div class="line-p">
      <h3>{title}</h3>
      {href && (
        <a class="link small" href={href}>
          {all > 0 ? `All ${number(all)}` : first}
        </a>
      )}
    </div>
    {children}
  </section>
)

const Purse = ({ client, overview: { standing }, base, gives, now, zone }: ClientProps) => {
  const { available, reserved, used_per_day, runway_days, sent_30d, since } = standing
  const pace = used_per_day > 0 ? ` at about ${number(Math.max(1, Math.round(used_per_day * 7)))} a week` : ''
  const sent = linksHref(base, { moment: 'sent', from: since, tenant_id: client.id })
  return (
    <Fact title="Credits">
      <p class="big">
        {client.archived ? (
          number(available)
        ) : (
          <a class="num" href={`/app/w/${client.id}/credits`}>
            {number(available)}
          </a>
        )}
      </p>
      <p class={standing.running_dry ? 'care' : 'muted'}>
        {`${runway_days === null ? '' : 'last '}${lastsWords(standing, now, zone)}${pace}`}
      </p>
      <DaysLeft of={standing} />
      <p class="muted">
        {reserved > 0 && (
          <>
            <a class="num" href={reservedHref(base, client.id)}>{`${number(reserved)} reserved`}</a>
            {', '}
          </>
        )}
        <a class="num" href={sent}>{`${many(sent_30d, 'link')} pushed in 30 days`}</a>
      </p>
      {gives && !client.archived && (
        <a class="btn small" href={`${base}/clients/${client.id}?transfer=${client.id}`}>
          Transfer credits
        </a>
      )}
    </Fact>
  )
}

const Report = ({ client, overview: { report }, zone }: ClientProps) => (
  <Fact title="Report" href={client.archived ? null : `/app/w/${client.id}/reports`} first="All">
    {report ? (
      <>
        <p>
          <a class="num" href={`/app/w/${client.id}/reports/${report.month}`}>
            {`${longMonth(`${report.month}-15T12:00:00.000Z`, zone)}, shared ${day(report.shared_at!, zone)}`}
          </a>
        </p>
        <p class="muted">
          {report.opened === 0
            ? 'Not opened yet'
            : `Opened ${many(report.opened, 'time')}, last ${dayTime(report.opened_at!, zone)}`}
        </p>
      </>
    ) : (
      <p class="muted">None shared yet.</p>
    )}
  </Fact>
)

const PlaceFact = ({ client, overview: { search_place }, base, edits }: ClientProps) => (
  <Fact
    title="Search results"
    href={edits && !client.archived ? `${base}/clients/${client.id}/place` : null}
    first="Change"
  >
    <p>{placeWords(search_place.place)}</p>
    {search_place.tenant_id !== client.id && <p class="muted">As the workspaces above it.</p>}
  </Fact>
)

const Notes = ({ client, base, edits }: ClientProps) => (
  <Fact title="Note">
    {client.notes ? (
      <p class="lines">{client.notes}</p>
    ) : (
      <EmptyState icon="pencil">
        {edits ? (
          <a href={`${base}/clients/${client.id}/edit`}>Write what the next colleague should know</a>
        ) : (
          'No note'
        )}
      </EmptyState>
    )}
  </Fact>
)
