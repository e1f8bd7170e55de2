import Type, { type Static } from 'typebox'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable, Secret, Sentence } from '../../kernel/operation/shape.ts'

export const SINK_STATES = namedEnum('AuditSinkState', ['on', 'off'])

export const SinkId = Type.String({ title: 'Stream', minLength: 1, maxLength: 64 })
export const SinkUrl = Type.String({
  title: 'Address',
  description: 'https://… for lines of JSON by POST, or syslog+tls://host:6514 for RFC 5424 over TLS',
  minLength: 1,
  maxLength: 2048,
})
export const SinkAuthorization = Secret({
  title: 'Authorization header',
  description: 'For an https address, such as “Bearer …” or “Splunk …”; empty for none',
  maxLength: 1000,
})
export const SinkAuthority = Type.String({
  title: 'Certificate authority',
  description: 'PEM of the authority that signed the certificate of a syslog server; public ones need none',
  maxLength: 20_000,
})

export const AuditSink = Shape('AuditSink', {
  id: Id,
  tenant_id: Nullable(Type.String({ description: 'Null: the whole trail of the install' })),
  tenant_name: Nullable(Type.String()),
  url: Type.String(),
  has_authorization: Type.Boolean(),
  has_ca: Type.Boolean(),
  state: Type.Enum(SINK_STATES),
  sent_rows: Type.Integer({ minimum: 0 }),
  behind: Nullable(Type.Integer({ minimum: 0, description: 'Rows of the install not sent yet; null for a workspace' })),
  lost_rows: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'Rows that the retention period removed before they were sent; null for a workspace',
    }),
  ),
  failing_since: Nullable(Moment),
  last_error: Nullable(Sentence()),
  last_ok_at: Nullable(Moment),
  created_by: Type.String(),
  created_at: Moment,
})
export type AuditSink = Static<typeof AuditSink>
