/**
 * Whether one page fades into the next depends on which of them was drawn first, so on how busy the machine is. When the
 * browser leaves the transition out it says so, in one of several wordings, as an error that no script can catch.
 */
export const isLeftOut = ({ message }: Error): boolean => message.startsWith('Transition was ')
