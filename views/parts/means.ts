/** What the numbers of the screens are, in the words of docs/numbers.md, which names the function that works each out. */
export const MEANS = {
  sent: 'Links that a crawl supplier took, on the day of their batch.',
  indexed: 'Links that a look saw while they were watched, on the day of that look.',
  returned: 'Index credits that came back because the last look, of day 7, did not see the link.',
  used: 'Index credits spent for good: the link was seen indexed, or it was sent without the guarantee.',
  given: 'Index credits that came from plans, packs and grants, less what was handed on.',
  free: 'Index credits that can be spent now.',
  reserved: 'Index credits set aside for links that are not settled yet.',
  reserved_checks: 'Check credits set aside for looks that have not answered yet.',
  set_aside: 'Index credits that were set aside for jobs in these days.',
  back: 'Index credits that jobs gave back in these days, for whatever reason.',
  expected_back: 'Of what is reserved, what comes back if links go on as in the last 30 days.',
  lasts: 'The day on which nothing is left at the pace of the last 30 days, with what is expected back.',
  lacks: 'Index credits that are missing to last another 30 days at that pace.',
  a_page: 'Index credits used in these days for each link seen indexed in them.',
  settling: 'Links that were sent and are still watched: each has its day-7 verdict within the week.',
  settles_today: 'Links sent seven days ago that are still watched.',
  last_settled:
    'The newest day of sending whose links all have their last verdict, and the share of them that was indexed.',
  usual: 'The median of that share over the settled days before it, within 60 days.',
  since_yesterday: 'Links seen indexed and credits returned yesterday and today.',
  rate: 'Of the links sent within 30 days that have a verdict, the share that was seen indexed.',
} as const
