import Type from 'typebox'
import { OwnTenant } from '../../domains/credits/index.ts'
import { Day, forecastOf, RUNWAY } from '../../domains/figures/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

const Count = (description: string) => Type.Integer({ description })

export const getCreditsForecast = read({
  name: 'get_credits_forecast',
  route: 'GET /credits/forecast',
  role: null,
  instead: 'get_credits',
  summary:
    'How long the index credits of a workspace and those below it last, and the refunds of each day around today.',
  description:
    '`last_day` is the day on which the available credits are used up at the average use of the last 28 days. Reserved credits and expected refunds are not counted.',
  input: Type.Object({ tenant_id: OwnTenant }),
  output: Shape('CreditsForecast', {
    tenant_id: Type.String(),
    spendable: Count('Index credits available here and below'),
    own: Count('Part that is available in the workspace itself'),
    reserved: Count('Index credits reserved here and below'),
    expected_refunds: Count('Refunds expected from the reserved credits'),
    ...RUNWAY,
    last_day: Nullable(Day('The day on which they are used up')),
    days: Type.Array(
      Shape('ForecastDay', {
        day: Day('Seven days after the links were sent'),
        links: Count('Links sent seven days before'),
        refunded: Count('Links that are not indexed'),
        waiting: Count('Links without a final result'),
        expected_refunds: Count(
          'Refunds expected from the waiting links, as of the links of the last 30 days that are final',
        ),
      }),
      { description: 'Days with links, from the Monday two weeks ago to the last day that waits' },
    ),
  }),
  example: { tenant_id: 'ten_bakery' },

  handle: ({ tx, caller }, { tenant_id = caller.tenant_id }) => ({ tenant_id, ...forecastOf(tx, tenant_id) }),
})
