export { type AuditQuery, auditPage, auditStep } from './audit-trail.ts'
export { ERROR_COLUMNS, type ErrorRow, findError, readError } from './errors.ts'
export { AuditLine, auditFilters, TrackedError, TrackedErrorWhole } from './shapes.ts'
