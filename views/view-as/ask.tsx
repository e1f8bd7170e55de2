/** Before a view begins: the reason, which the workspace reads. */
import { Form, type Issue } from '../parts/forms/form.tsx'
import { Card, CardBody } from '../parts/page/card.tsx'

const SCHEMA = {
  properties: {
    reason: { type: 'string', title: 'Reason', minLength: 3, maxLength: 200 },
  },
  required: ['reason'],
}

type AskProps = { action: string; back: string; name: string; reason?: string; issues?: readonly Issue[] }

export const AskReason = ({ action, back, name, reason, issues }: AskProps) => (
  <Card>
    <CardBody>
      <p>You see {name} as its admin does, for 30 minutes. You cannot change anything.</p>
      <Form
        action={action}
        schema={SCHEMA}
        verb="View workspace"
        values={{ reason }}
        issues={issues}
        hidden={{ back }}
        hints={{ reason: 'Such as a ticket number. Owners of the workspace read it.' }}
      />
    </CardBody>
  </Card>
)
