import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import { ErrorLine } from './field.tsx'
import type { Issue } from './schema-fields.ts'

/** `loose`: issues without a visible field. */
type FormErrorProps = { to?: Reader | undefined; issues: readonly Issue[]; loose?: readonly Issue[] }

export const FormError = ({ to = ENGLISH, issues, loose = [] }: FormErrorProps) => (
  <div class="form-error" role="alert">
    <ErrorLine>
      {say(to, '{fields, plural, one {# field needs} other {# fields need}} your attention.', {
        fields: issues.length,
      })}
    </ErrorLine>
    {loose.map((issue) => (
      <ErrorLine>{issue.message}</ErrorLine>
    ))}
  </div>
)
