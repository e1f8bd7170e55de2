import { LAST_LOOK_DAY } from '../../../src/domains/plans/index.ts'
/** Definitions of the numbers on the pages, as in docs/numbers.md. */
export const DEFINITIONS = {
  sent: 'Links that a crawl supplier accepted, on the day of their batch.',
  indexed: `Links that a check found indexed by day ${LAST_LOOK_DAY}, on the day of that check.`,
  returned: 'Index credits refunded because the day-7 check did not find the link.',
  used: 'Index credits spent: the link was found indexed, or was sent without the guarantee.',
  given:
    'Index credits from plans, packs and grants, minus credits transferred to others. A push that moves to another client transfers its credits.',
  free: 'Index credits that you can spend now.',
  reserved: 'Index credits reserved for links that are not settled yet.',
  reserved_checks: 'Check credits reserved for checks that have no answer yet.',
  set_aside: 'Index credits that pushes reserved in this period.',
  back: 'Index credits that pushes refunded in this period, for any reason.',
  expected_back: 'Reserved credits that will be refunded if links go on as those of the last 30 days that are final.',
  lasts:
    'The day the available index credits are used up, of the workspace and those below it, at their average use per day. Reserved credits and expected refunds are not counted.',
  lacks: 'Index credits missing to last another 30 days at that average.',
  credits_per_indexed: 'Index credits used in this period for each link found indexed in it.',
  settling: 'Links sent and still watched: each gets its day-7 verdict within a week.',
  settles_today: 'Links sent seven days ago and still watched.',
  last_settled: `The latest day of sending whose day ${LAST_LOOK_DAY} has come and of whose links at least 95 % have a verdict: the share of them found by day ${LAST_LOOK_DAY}.`,
  usual: 'The median indexed share of the settled days before it, within 60 days.',
  since_yesterday: 'Links found indexed and credits refunded yesterday and today.',
  rate: `Share found by day ${LAST_LOOK_DAY}, of the links sent within 30 days on days whose day ${LAST_LOOK_DAY} has come and of whose links at least 95 % have a verdict.`,
} as const
