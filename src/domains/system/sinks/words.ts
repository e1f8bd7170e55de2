import { words } from '../../../kernel/operation/schema-names.ts'

export const SINK_STATES = words('AuditSinkState', ['on', 'off'])
