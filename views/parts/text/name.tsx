/** A name that somebody gave: in one line, in its own direction, and whole in its title. */
export const Name = ({ of }: { of: string }) => (
  <bdi class="nm" title={of}>
    {of}
  </bdi>
)

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** The same in a text that takes no element: marks around it keep its direction from the words beside it. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name)
